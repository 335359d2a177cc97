import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { address as toSvmAddress } from '@solana/kit'
import bs58 from 'bs58'
import type { Address } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { z } from 'zod'
import { avmUsdcBalance, freshAvmWallet } from '@/development/devnet/testing/avm-parties'
import { svmUsdcBalance } from '@/development/devnet/testing/svm-parties'
import { readUsdc } from '@/development/testing/test-buyer'
import { assetOf } from '@/lib/base/chains/assets'
import { within } from '@/lib/base/infra/concurrency'
import { ALGORAND_TESTNET, BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import type { CompatibilityRow, RowFamily } from './rows'

export type RowWorld = { origin: string; evmRpcUrl: string; svmRpcUrl: string; avmUrl: string }

const PROGRAM_MS = 90_000
const LISTED_MS = 60_000
const PRICE = 1_000n

/** Runs one row in the folder where the packages are installed. Empty where it worked; else what was seen. */
export async function runRow(world: RowWorld, folder: string, row: CompatibilityRow): Promise<string> {
  try {
    if (row.kind === 'client') await runClient(world, folder, row)
    else if (row.kind === 'server') await runServer(world, folder, row)
    else await runToEnd(folder, row.program, { ...factsOf(world), ...row.given })
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function runClient(world: RowWorld, folder: string, row: CompatibilityRow): Promise<void> {
  const { family = 'evm', program, path = '/', given, priceAtomic = PRICE } = row
  const payer = await openWallet(world, family)
  const before = await balanceOf(world, payer)
  const cell = { ...factsOf(world), ...payerFacts(payer), url: `${world.origin}${path}`, ...given }
  const failure = await runToEnd(folder, program, cell).catch((error: Error) => error)
  const paid = before - (await balanceOf(world, payer))
  if (failure) throw new Error(`${failure.message} (${paid} units were paid)`)
  expectPaid(paid, priceAtomic)
}

async function runServer(world: RowWorld, folder: string, row: CompatibilityRow): Promise<void> {
  const { family = 'evm', program, given, scheme, buyer = 'clients/sdk.mjs', priceAtomic = PRICE } = row
  const [payee, payer] = [await openWallet(world, family, 0n), await openWallet(world, family)]
  const server = start(folder, program, { ...factsOf(world), ...given, family, payTo: payee.address })
  try {
    const { url } = z.object({ url: z.string() }).parse(await server.firstAnswer)
    const schemePackage = `@x402/${family}/${scheme === 'UptoEvmScheme' ? 'upto' : 'exact'}/client`
    const packages = { fetch: '@x402/fetch', schemePackage, scheme, library: 'x402-fetch' }
    await runToEnd(folder, buyer, { ...factsOf(world), ...payerFacts(payer), url, packages })
    expectPaid(await balanceOf(world, payee), priceAtomic)
    if (row.isListed) await expectListed(world, payee.address)
  } finally {
    server.kill()
  }
}

function expectPaid(paid: bigint, price: bigint): void {
  if (paid !== price) throw new Error(`${paid} units moved on the chain, not ${price}`)
}

const listSchema = z.object({ items: z.array(z.unknown()) }).passthrough()

async function expectListed({ origin }: RowWorld, payTo: string): Promise<void> {
  const end = Date.now() + LISTED_MS
  const url = `${origin}/facilitator/discovery/resources?payTo=${payTo}`
  while (Date.now() < end) {
    const { items } = listSchema.parse(await (await fetch(url)).json())
    if (items.length > 0) return
    await sleep(1_000)
  }
  throw new Error('it sold, and is not in the bazaar')
}

const answerSchema = z.object({ status: z.number(), text: z.string() }).passthrough()

/** Runs a program of others to its end. Fails with what it said or printed, or when it takes too long. */
async function runToEnd(folder: string, file: string, cell: object): Promise<void> {
  const program = start(folder, file, cell)
  const { status, text } = answerSchema.parse(await program.firstAnswer.finally(program.kill))
  if (status !== 200) throw new Error(`${status}: ${text.slice(0, 240)}`)
}

/** Starts a program of others. Its answer is its first line of JSON. */
function start(folder: string, file: string, cell: object): { firstAnswer: Promise<unknown>; kill: () => void } {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, ['--import', './only-loopback.mjs', file], {
    cwd: folder,
    env: { PATH, HOME, NODE_ENV: 'production', CELL: JSON.stringify(cell) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-20_000)))
  const answered = new Promise<unknown>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      // As `end` and `serving` of programs/cell.mjs write it; libraries print lines of JSON too.
      if (/^\{"(status|origin)":/.test(line)) resolve(JSON.parse(line))
    })
  })
  const ended = once(child, 'close').then(() => Promise.reject(new Error(firstError(errors))))
  const firstAnswer = within(PROGRAM_MS, Promise.race([answered, ended])).then((answer) => {
    if (answer === null) throw new Error(`no answer within ${PROGRAM_MS / 1000} s`)
    return answer
  })
  return { firstAnswer, kill: () => void child.kill('SIGKILL') }
}

/** The line of a stack trace that says what happened. */
function firstError(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  const named = lines.find((line) => line.includes('Error'))
  return (named ?? lines.findLast((line) => line !== '') ?? 'ended without a word').slice(0, 300)
}

const factsOf = ({ origin, evmRpcUrl, svmRpcUrl, avmUrl }: RowWorld) => ({
  site: origin,
  facilitator: `${origin}/facilitator`,
  evmRpcUrl,
  svmRpcUrl,
  avmUrl,
  svmAsset: assetOf(SOLANA_DEVNET)?.address,
})

/** A wallet of one row: its key as its family's programs take it. */
type RowWallet = { family: RowFamily; address: string; key: string }

const networkOf = { evm: BASE_SEPOLIA, svm: SOLANA_DEVNET, avm: ALGORAND_TESTNET } as const

const payerFacts = ({ family, key }: RowWallet) => ({ family, network: networkOf[family], [`${family}Key`]: key })

/** A new wallet with a dollar of test USDC, given by the site's own faucet. */
async function openWallet(world: RowWorld, family: RowFamily, amountAtomic = 1_000_000n): Promise<RowWallet> {
  const wallet = freshWallet(family)
  const answer = await fetch(`${world.origin}/devnet/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ network: networkOf[family], address: wallet.address, amount: amountAtomic.toString() }),
  })
  if (!answer.ok) throw new Error(`The faucet answered ${answer.status}: ${await answer.text()}`)
  return wallet
}

function freshWallet(family: RowFamily): RowWallet {
  if (family === 'evm') {
    const key = generatePrivateKey()
    return { family, key, address: privateKeyToAccount(key).address }
  }
  // Solana and Algorand have the same keys, and write them differently.
  const { secretKey, address } = freshAvmWallet()
  if (family === 'avm') return { family, key: secretKey, address }
  const bytes = Buffer.from(secretKey, 'base64')
  return { family, key: bs58.encode(bytes), address: bs58.encode(bytes.subarray(32)) }
}

async function balanceOf(world: RowWorld, { family, address }: RowWallet): Promise<bigint> {
  if (family === 'evm') return readUsdc(world, address as Address)
  if (family === 'svm') return svmUsdcBalance(world.svmRpcUrl, toSvmAddress(address))
  return avmUsdcBalance(world.avmUrl, address)
}
