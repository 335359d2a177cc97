import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { assetOf } from '@/lib/base/chains/assets'
import { SOLANA_DEVNET } from '@/lib/base/x402/networks'
import type { Cell, ClientCell, ServerCell } from './cell'
import { type Answer, runProgram, startProgram } from './run-program'
import { balanceOf, type CellWallet, fundedWallet, networkOfFamily, type World } from './world'

const PROGRAM_MS = 90_000
const LISTED_MS = 60_000

/** Runs one cell in the folder where the packages are installed. Empty where it worked; else what was seen. */
export async function runCell(world: World, folder: string, cell: Cell): Promise<string> {
  try {
    if (cell.kind === 'client') await runClient(world, folder, cell)
    else if (cell.kind === 'server') await runServer(world, folder, cell)
    else expectStatus(await run(folder, cell.program, { ...facts(world), ...cell.given }))
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const run = (folder: string, file: string, cell: Record<string, unknown>): Promise<Answer> =>
  runProgram({ folder, file, cell, timeoutMs: PROGRAM_MS })

const facts = ({ origin, evmRpcUrl, svmRpcUrl, avmUrl }: World) => ({
  ...{ site: origin, facilitator: `${origin}/facilitator`, evmRpcUrl, svmRpcUrl, avmUrl },
  svmAsset: assetOf(SOLANA_DEVNET)?.address,
})

const payerFacts = ({ family, key }: CellWallet) => ({
  family,
  network: networkOfFamily[family],
  [`${family}Key`]: key,
})

async function runClient(world: World, folder: string, cell: ClientCell): Promise<void> {
  const wallet = await fundedWallet(world, cell.family)
  const before = await balanceOf(world, cell.family, wallet.address)
  const url = `${world.origin}${cell.path}`
  const outcome = await run(folder, cell.program, { ...facts(world), ...payerFacts(wallet), url, ...cell.given }).catch(
    (error: Error) => error,
  )
  const paid = before - (await balanceOf(world, cell.family, wallet.address))
  if (outcome instanceof Error)
    throw new Error(`${outcome.message}${paid > 0n ? ` (and ${paid} units were paid)` : ''}`)
  expectStatus(outcome)
  expectPaid(paid, cell.priceAtomic)
}

async function runServer(world: World, folder: string, cell: ServerCell): Promise<void> {
  const payee = await fundedWallet(world, cell.family, 0n)
  const payer = await fundedWallet(world, cell.family)
  const given = { ...facts(world), ...cell.given, family: cell.family, payTo: payee.address }
  const own = cell.buysItself ? payerFacts(payer) : {}
  const server = await startProgram({ folder, file: cell.program, cell: { ...given, ...own }, timeoutMs: PROGRAM_MS })
  try {
    const { origin = '', url = origin } = server.facts
    if (!cell.buysItself) {
      const scheme = cell.scheme ?? (cell.family === 'evm' ? 'ExactEvmScheme' : undefined)
      const kind = scheme === 'UptoEvmScheme' ? 'upto' : 'exact'
      const packages = {
        ...{ fetch: '@x402/fetch', schemePackage: `@x402/${cell.family}/${kind}/client`, scheme },
        library: 'x402-fetch',
      }
      const bought = await run(folder, cell.buyer ?? 'clients/sdk.mjs', {
        ...facts(world),
        ...payerFacts(payer),
        url,
        packages,
      })
      if (bought.status !== 200)
        throw new Error(`${bought.status}: ${bought.text.slice(0, 200)} ${server.errors().slice(-200)}`)
    }
    expectPaid(await balanceOf(world, cell.family, payee.address), cell.priceAtomic)
    if (cell.isListed) await expectListed(world, payee.address)
  } finally {
    await server.stop()
  }
}

function expectStatus({ status, text }: Answer): void {
  if (status !== 200) throw new Error(`${status}: ${text.slice(0, 240)}`)
}

function expectPaid(paid: bigint, price: bigint): void {
  if (paid !== price) throw new Error(`${paid} units moved on the chain, not ${price}`)
}

const listSchema = z.object({ items: z.array(z.unknown()) }).passthrough()

/** Waits for the look-out that lists what was sold. */
async function expectListed({ origin }: World, payTo: string): Promise<void> {
  const end = Date.now() + LISTED_MS
  const url = `${origin}/facilitator/discovery/resources?payTo=${payTo}`
  while (Date.now() < end) {
    const { items } = listSchema.parse(await (await fetch(url)).json())
    if (items.length > 0) return
    await sleep(1_000)
  }
  throw new Error('it sold, and is not in the bazaar')
}
