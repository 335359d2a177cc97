import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline'
import { type APIRequestContext, expect, test } from '@playwright/test'
import {
  address,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpc,
  getBase58Decoder,
  getBase58Encoder,
  signature,
} from '@solana/kit'
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { createPublicClient, erc20Abi, type Hex, http, parseEventLogs } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { evmDevnetAccount, svmDevnetSigner } from '@/development/devnet/wallets'
import { programCommand } from '@/development/programs/program-command'
import { buy } from './outsiders/buy'
import { BASE_SEPOLIA } from './wallets/evm-wallet'
import { fund } from './wallets/fund'
import { SOLANA_DEVNET } from './wallets/solana-wallet'

const usdc = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
const mint = address('4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU')
const funds = 1_000_000n
const children: ChildProcess[] = []

test.afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

const needed = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set; the browser world sets it.`)
  return value
}

const evm = () => createPublicClient({ transport: http(needed('E2E_EVM_RPC_URL')) })
const svm = () => createSolanaRpc(needed('E2E_SVM_RPC_URL'))

/** A wallet of the test's own with a dollar in it. */
async function evmBuyer(request: APIRequestContext) {
  const key = generatePrivateKey()
  const owner = privateKeyToAccount(key).address
  await fund(request, { network: BASE_SEPOLIA, address: owner, amount: String(funds) })
  const balance = () => evm().readContract({ address: usdc, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
  return { keys: { EVM_KEY: key }, spent: async () => funds - (await balance()) }
}

async function svmBuyer(request: APIRequestContext) {
  const seed = new Uint8Array(randomBytes(32))
  const owner = (await createKeyPairSignerFromPrivateKeyBytes(seed)).address
  await fund(request, { network: SOLANA_DEVNET, address: owner, amount: String(funds) })
  const secret = getBase58Decoder().decode(Buffer.concat([seed, Buffer.from(getBase58Encoder().encode(owner))]))
  const [account] = await findAssociatedTokenPda({ mint, owner, tokenProgram: TOKEN_PROGRAM_ADDRESS })
  return {
    keys: { SVM_KEY: secret, SVM_RPC_URL: needed('E2E_SVM_RPC_URL') },
    spent: async () => funds - BigInt((await svm().getTokenAccountBalance(account).send()).value.amount),
  }
}

/** What one transaction moved, as the chain tells it: others buy of the same seller meanwhile. */
async function evmTransfers(transaction = '') {
  const { logs } = await evm().getTransactionReceipt({ hash: transaction as Hex })
  const transfers = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs })
  return transfers.map(({ args: { to, value } }) => [to, value])
}

async function svmIncomeOf(owner: string, transaction = '') {
  const options = { encoding: 'json', maxSupportedTransactionVersion: 0 } as const
  const found = await svm().getTransaction(signature(transaction), options).send()
  const [before, after] = [found?.meta?.preTokenBalances, found?.meta?.postTokenBalances].map((balances) =>
    BigInt(balances?.find((balance) => balance.owner === owner)?.uiTokenAmount.amount ?? 0),
  )
  return (after ?? 0n) - (before ?? 0n)
}

/** A server of the unmodified @x402/express, which settles through the facilitator at `facilitatorUrl`. */
async function startStockServer(facilitatorUrl: string): Promise<string> {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, programCommand('testing/stock-server.ts'), {
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
  throw new Error('The stock server ended before it listened.')
}

test('asks for payment in the header and the body', async ({ request }) => {
  const response = await request.get('/weather?city=Lisbon')
  expect(response.status()).toBe(402)
  const header = response.headers()['payment-required'] ?? ''
  expect(JSON.parse(Buffer.from(header, 'base64').toString('utf8'))).toEqual(await response.json())
})

test('serves a stock buyer on EVM, and exactly the price moves', async ({ baseURL, request }) => {
  const { keys, spent } = await evmBuyer(request)
  const { status, body, settled } = await buy(`${baseURL}/weather?city=Lisbon`, keys)
  expect([status, body.city]).toEqual([200, 'Lisbon'])
  expect(settled).toMatchObject({ success: true, network: BASE_SEPOLIA })
  expect(await spent()).toBe(1000n)
  expect(await evmTransfers(settled?.transaction)).toEqual([[evmDevnetAccount('seller').address, 1000n]])
})

test('serves a stock buyer on Solana, and exactly the price moves', async ({ baseURL, request }) => {
  const { keys, spent } = await svmBuyer(request)
  const { status, body, settled } = await buy(`${baseURL}/weather?city=Tokyo`, keys)
  expect([status, body.city]).toEqual([200, 'Tokyo'])
  expect(settled).toMatchObject({ success: true, network: SOLANA_DEVNET })
  expect(await spent()).toBe(1000n)
  expect(await svmIncomeOf((await svmDevnetSigner('seller')).address, settled?.transaction)).toBe(1000n)
})

test('charges nothing for a city that it does not know', async ({ baseURL, request }) => {
  const { keys, spent } = await evmBuyer(request)
  const { status, settled } = await buy(`${baseURL}/weather?city=Atlantis`, keys)
  expect([status, settled]).toEqual([404, null])
  expect(await spent()).toBe(0n)
})

test("settles a stock server's sale over HTTP, on both chains", async ({ baseURL, request }) => {
  const origin = await startStockServer(`${baseURL}/facilitator`)
  const onEvm = await evmBuyer(request)
  const sale = await buy(`${origin}/cheap`, onEvm.keys)
  expect(sale).toMatchObject({ status: 200, settled: { success: true, network: BASE_SEPOLIA } })
  expect(await onEvm.spent()).toBe(1000n)
  expect(await evmTransfers(sale.settled?.transaction)).toEqual([[evmDevnetAccount('seller').address, 1000n]])
  const onSolana = await buy(`${origin}/solana`, (await svmBuyer(request)).keys)
  expect(onSolana).toMatchObject({ status: 200, settled: { success: true } })
})
