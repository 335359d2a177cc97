import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { address, createSolanaRpc } from '@solana/kit'
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { createPublicClient, erc20Abi, http } from 'viem'
import { evmDevnetAccount, evmDevnetKey, svmDevnetSecretKey, svmDevnetSigner } from '@/development/devnet/wallets'

const usdc = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
const mint = address('4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU')
const run = promisify(execFile)
const children: ChildProcess[] = []

test.afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

const needed = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set; the browser world sets it.`)
  return value
}

function readEvm(owner: `0x${string}`): Promise<bigint> {
  const client = createPublicClient({ transport: http(needed('E2E_EVM_RPC_URL')) })
  return client.readContract({ address: usdc, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
}

async function readSvm(owner: string): Promise<bigint> {
  const [account] = await findAssociatedTokenPda({
    mint,
    owner: address(owner),
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
  })
  const { value } = await createSolanaRpc(needed('E2E_SVM_RPC_URL')).getTokenAccountBalance(account).send()
  return BigInt(value.amount)
}

async function buy(url: string, env: Record<string, string>) {
  const { PATH, HOME } = process.env
  const { stdout } = await run(process.execPath, ['--import', 'tsx', 'e2e/outsiders/stock-fetch.ts', url], {
    env: { PATH, HOME, ...env } as unknown as NodeJS.ProcessEnv,
  })
  return JSON.parse(stdout) as {
    status: number
    body: Record<string, unknown>
    settled: { success: boolean; transaction: string; network: string } | null
  }
}

/** A shop of the unmodified @x402/express, which settles through the facilitator at `facilitatorUrl`. */
async function startStockShop(facilitatorUrl: string): Promise<string> {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, ['--import', 'tsx', 'testing/stock-shop.ts'], {
    env: {
      PATH,
      HOME,
      EVM_RPC_URL: needed('E2E_EVM_RPC_URL'),
      EVM_GAS_KEY: '',
      PAY_TO_EVM: evmDevnetAccount('seller').address,
      PAY_TO_SVM: (await svmDevnetSigner('seller')).address,
      FACILITATOR_URL: facilitatorUrl,
    } as unknown as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('{')) return (JSON.parse(line) as { origin: string }).origin
  }
  throw new Error('The stock shop ended before it listened.')
}

test('asks for payment in the header and the body', async ({ request }) => {
  const response = await request.get('/weather?city=Lisbon')
  expect(response.status()).toBe(402)
  const header = response.headers()['payment-required'] ?? ''
  expect(JSON.parse(Buffer.from(header, 'base64').toString('utf8'))).toEqual(await response.json())
})

test('serves a stock buyer on EVM, and exactly the price moves', async ({ baseURL }) => {
  const [buyer, seller] = [evmDevnetAccount('buyer').address, evmDevnetAccount('seller').address]
  const [spentFrom, earnedFrom] = [await readEvm(buyer), await readEvm(seller)]
  const { status, body, settled } = await buy(`${baseURL}/weather?city=Lisbon`, { EVM_KEY: evmDevnetKey('buyer') })
  expect([status, body.city]).toEqual([200, 'Lisbon'])
  expect(settled).toMatchObject({ success: true, network: 'eip155:84532' })
  expect(spentFrom - (await readEvm(buyer))).toBe(1000n)
  expect((await readEvm(seller)) - earnedFrom).toBe(1000n)
})

test('serves a stock buyer on Solana, and exactly the price moves', async ({ baseURL }) => {
  const [buyer, seller] = [(await svmDevnetSigner('buyer')).address, (await svmDevnetSigner('seller')).address]
  const [spentFrom, earnedFrom] = [await readSvm(buyer), await readSvm(seller)]
  const env = { SVM_KEY: await svmDevnetSecretKey('buyer'), SVM_RPC_URL: needed('E2E_SVM_RPC_URL') }
  const { status, body, settled } = await buy(`${baseURL}/weather?city=Tokyo`, env)
  expect([status, body.city]).toEqual([200, 'Tokyo'])
  expect(settled).toMatchObject({ success: true, network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' })
  expect(spentFrom - (await readSvm(buyer))).toBe(1000n)
  expect((await readSvm(seller)) - earnedFrom).toBe(1000n)
})

test('charges nothing for a city that it does not know', async ({ baseURL }) => {
  const buyer = evmDevnetAccount('buyer').address
  const before = await readEvm(buyer)
  const { status, settled } = await buy(`${baseURL}/weather?city=Atlantis`, { EVM_KEY: evmDevnetKey('buyer') })
  expect([status, settled]).toEqual([404, null])
  expect(await readEvm(buyer)).toBe(before)
})

test("settles a stock server's sale over HTTP, on both chains", async ({ baseURL }) => {
  const origin = await startStockShop(`${baseURL}/facilitator`)
  const [buyer, seller] = [evmDevnetAccount('buyer').address, evmDevnetAccount('seller').address]
  const [spentFrom, earnedFrom] = [await readEvm(buyer), await readEvm(seller)]
  const onEvm = await buy(`${origin}/cheap`, { EVM_KEY: evmDevnetKey('buyer') })
  expect(onEvm).toMatchObject({ status: 200, settled: { success: true, network: 'eip155:84532' } })
  expect(spentFrom - (await readEvm(buyer))).toBe(1000n)
  expect((await readEvm(seller)) - earnedFrom).toBe(1000n)
  const env = { SVM_KEY: await svmDevnetSecretKey('buyer'), SVM_RPC_URL: needed('E2E_SVM_RPC_URL') }
  const onSolana = await buy(`${origin}/solana`, env)
  expect(onSolana).toMatchObject({ status: 200, settled: { success: true } })
})
