import { once } from 'node:events'
import { createSolanaRpc, type Signature } from '@solana/kit'
import { createPublicClient, type Hex, http } from 'viem'
import { afterAll, describe, expect, it } from 'vitest'
import { svmDevnetSigner } from '@/development/devnet/wallets'
import { askSettled } from '@/development/testing/ask-settled'
import { approvePermit2, landPayment } from '@/development/testing/channel-buyer'
import { replaceFunction } from '@/development/testing/replace-function'
import { openTargets } from '@/development/testing/targets'
import {
  type BuyerPayment,
  createEvmBuyer,
  createSvmBuyer,
  type StockBuyer,
  type TestBuyer,
} from '@/development/testing/test-buyer'
import { encodeHeader, parseHeader } from '@/lib/base/x402/header-codec'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { headerNames } from '@/lib/base/x402/protocol-headers'

const work = new EventTarget()

const targets = await openTargets()
const sellers = [
  { scheme: 'exact', price: '$0.001', network: BASE_SEPOLIA, payTo: targets.payTo },
  { scheme: 'exact', price: '$0.001', network: SOLANA_DEVNET, payTo: (await svmDevnetSigner('seller')).address },
  { scheme: 'upto', price: '$0.001', network: BASE_SEPOLIA, payTo: targets.payTo },
] as const
const [exact, solana, upto] = sellers
// Ends only once the test has hung up.
const handler = async () => {
  const isCut = once(work, 'cut')
  work.dispatchEvent(new Event('begun'))
  await isCut
  return Response.json({ content: 'paid for' })
}
const routes = {
  'GET /evm': { config: { accepts: exact }, handler },
  'GET /solana': { config: { accepts: solana }, handler },
  'GET /upto': { config: { accepts: upto }, handler },
}
const target = await targets.ours({ routes })
afterAll(() => targets.close())

const evmBuyer = () => createEvmBuyer(targets.world, 1_000_000n)
const uptoBuyer = async () => {
  const buyer = await evmBuyer()
  await approvePermit2(targets.world, buyer.key)
  return buyer
}
const svmBuyer = () => createSvmBuyer(targets.world, 1_000_000n)
const payments: [string, () => Promise<StockBuyer>][] = [
  ['/evm', evmBuyer],
  ['/upto', uptoBuyer],
  ['/solana', svmBuyer],
]
const at = (path: string) => `${target.origin}${path}`
const rowsAt = (path: string) =>
  target.site.application.database.payment.findMany({
    where: { resourceUri: { endsWith: path } },
    orderBy: { claimedAt: 'desc' },
  })

/** Pays, and loses the connection before the answer. */
async function payAndLose(path: string, signed: BuyerPayment): Promise<void> {
  const hangUp = new AbortController()
  const hasBegun = once(work, 'begun')
  const asked = fetch(at(path), { headers: signed.headers, signal: hangUp.signal })
  await hasBegun
  hangUp.abort()
  await asked.catch(() => undefined)
  work.dispatchEvent(new Event('cut'))
  // Until the gate has given the delivery up, another payment is a purchase of its own.
  const ended = { status: 'settled', leaseToken: null }
  await expect.poll(async () => (await rowsAt(path))[0], { timeout: 20_000 }).toMatchObject(ended)
}

/** The payment as anyone can build it: what the chain publishes of it, and the terms that the route tells all. */
async function rebuild(path: string, { payload }: BuyerPayment, transaction: string) {
  const challenge = parseHeader((await fetch(at(path))).headers.get('payment-required') ?? '')
  if (!challenge.ok) throw new Error('The route tells no terms.')
  const { resource, extensions } = challenge.value
  const published = { ...payload, resource, extensions, payload: await readPublished(payload.payload, transaction) }
  return { [headerNames.paymentSignature]: encodeHeader(published) }
}

/** On Solana the transaction itself; on EVM the arguments of the call, which hold all that was signed. */
async function readPublished(signed: Record<string, unknown>, transaction: string): Promise<Record<string, unknown>> {
  if (!('signature' in signed)) {
    const rpc = createSolanaRpc(targets.world.svmRpcUrl)
    const options = { encoding: 'base64', maxSupportedTransactionVersion: 0 } as const
    const found = await rpc.getTransaction(transaction as Signature, options).send()
    return { transaction: found?.transaction[0] }
  }
  const chain = createPublicClient({ transport: http(targets.world.evmRpcUrl) })
  const { input } = await chain.getTransaction({ hash: transaction as Hex })
  expect(input).toContain((signed.signature as Hex).slice(2, 130))
  return signed
}

const lastTransaction = async (path: string) => (await rowsAt(path))[0]?.transaction ?? ''

async function ask(path: string, headers: Record<string, string>) {
  const response = await askSettled(at(path), headers)
  const terms = parseHeader(response.headers.get('payment-required') ?? '')
  return { status: response.status, error: terms.ok ? terms.value.error : null, body: await response.json() }
}

const refused = { status: 402, error: 'payment_already_used' }
const served = { status: 200, body: { content: 'paid for' } }

describe('S-27: a settled payment whose answer was lost', () => {
  it.each(payments)('opens %s to the stock client that sends it again, and not to a copy', async (path, openBuyer) => {
    const signed = await (await openBuyer()).sign(at(path))
    await payAndLose(path, signed)
    const stranger = await rebuild(path, signed, await lastTransaction(path))
    expect(await ask(path, stranger)).toMatchObject({ ...refused, body: { detail: expect.stringMatching(/public/) } })
    const { extensions: _none, ...bare } = signed.payload
    expect(await ask(path, { [headerNames.paymentSignature]: encodeHeader(bare) })).toMatchObject(refused)
    expect(await ask(path, signed.headers)).toMatchObject(served)
    expect(await ask(path, signed.headers)).toMatchObject(refused)
  })

  it('opens it to the stock client that signs a new payment, and does not charge it again', async () => {
    const buyer = await evmBuyer()
    await payAndLose('/evm', await buyer.sign(at('/evm')))
    const before = await rowsAt('/evm')
    expect(await ask('/evm', (await buyer.sign(at('/evm'))).headers)).toMatchObject(served)
    expect(await rowsAt('/evm')).toHaveLength(before.length)
  })
})

describe('S-27: another payment of the buyer that the chain has published', () => {
  const published = async (buyer: TestBuyer) => {
    await payAndLose('/evm', await buyer.sign(at('/evm')))
    const other = await buyer.sign(at('/evm'))
    return rebuild('/evm', other, await landPayment(targets.world, other.payload))
  }

  it('opens nothing that is due', async () => {
    const buyer = await evmBuyer()
    const stranger = await published(buyer)
    expect(await ask('/evm', stranger)).toMatchObject({ status: 402, error: 'authorization_already_used' })
    expect(await ask('/evm', (await buyer.sign(at('/evm'))).headers)).toMatchObject(served)
    expect(await buyer.balance()).toBe(998_000n)
  })

  it('breaks where the chain is not asked', async () => {
    const { chains } = target.site.application.gate
    replaceFunction(chains, 'findAuthorization', async () => ({ state: 'unused' }))
    expect(await ask('/evm', await published(await evmBuyer()))).toMatchObject(served)
  })
})
