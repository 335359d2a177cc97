import { randomBytes } from 'node:crypto'
import { generateKeyPairSigner } from '@solana/kit'
import bs58 from 'bs58'
import { encodeFunctionData, erc20Abi, type LocalAccount } from 'viem'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { freshAccount, usdc, walletAt } from '@/development/devnet/testing/evm-parties'
import { openTestSite } from '@/development/testing/open-test-site'
import { confirmed } from '@/development/testing/sign-in-proofs'
import { createSvmBuyer } from '@/development/testing/test-buyer'
import { createTestSeller } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import { isTransaction } from '@/lib/base/chains/transfers/read-transfers'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { insertPayment as insert } from '@/lib/payments/testing/insert-payment'
import { readStatement } from '../payments/earnings'
import { confirmPayTo } from '../payments/payees'
import { listPayments } from '../payments/payments'
import { createRoute } from '../routes/write-route'
import { cancelRefund, listPaymentRefunds, promiseRefund, recordRefund } from './refunds'

const world = testWorld()
const wallet = freshAccount()
const site = await openTestSite()
const context = site.application.sellers
const seller = await createTestSeller(site)
let payer: `0x${string}`
let paymentId: string

beforeAll(async () => {
  const own = { address: wallet.address, addressIdentity: wallet.address.toLowerCase(), scope: 'evm' }
  const { accountId } = seller.actor
  await context.database.accountWallet.create({ data: { ...own, linkedAt: new Date(), accountId } })
  await world.faucet({ network: BASE_SEPOLIA, address: wallet.address, amountAtomic: 10_000_000n })
})

beforeEach(async () => {
  payer = freshAccount().address
  paymentId = await insertPayment({ status: 'settled', settledAtomic: 100_000 })
})

type Inserted = { status: string; settledAtomic: number | null; of?: { handle: string; payTo: string }; at?: Date }

const insertPayment = ({ status, settledAtomic: settled, of = seller, ...at }: Inserted) =>
  insert(context.database, {
    routeKey: `GET /x/${of.handle}/r`,
    status,
    settled,
    asset: usdc,
    payer,
    payTo: of.payTo,
    ...at,
  })

const promise = (amount: string) => promiseRefund(context, seller.actor, paymentId, { amount })
const confirmedRefunds = async () => (await listPaymentRefunds(context, seller.actor, paymentId)).confirmed
const record = (refundId: string, transaction: string) => recordRefund(context, seller.actor, refundId, { transaction })

async function send(amountAtomic: bigint, to: `0x${string}` = payer, from: LocalAccount = wallet) {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amountAtomic] })
  const client = walletAt(world.evmRpcUrl, from)
  const hash = await client.sendTransaction({ to: usdc, data })
  await client.waitForTransactionReceipt({ hash })
  return hash
}

it('records a part and then the rest, and never more than was paid', async () => {
  const part = await promise('0.04')
  expect(part).toMatchObject({ network: BASE_SEPOLIA, asset: usdc, to: payer, amountAtomic: 40_000n })
  const hash = await send(40_000n)
  expect(await record(part.refundId, hash)).toEqual({ status: 'confirmed' })
  expect(await record(part.refundId, hash)).toEqual({ status: 'confirmed' })
  await expect(promise('0.07')).rejects.toMatchObject({ fields: { amount: expect.stringContaining('0.06') } })
  const rest = await promise('0.06')
  expect(await record(rest.refundId, await send(60_000n))).toEqual({ status: 'confirmed' })
  await expect(promise('0.000001')).rejects.toMatchObject({ code: 'INPUT_REFUSED' })
  const refunds = await confirmedRefunds()
  expect(refunds.map(({ amountAtomic, transaction }) => [amountAtomic, transaction?.length])).toEqual([
    [40_000n, 66],
    [60_000n, 66],
  ])
})

it('stands in the statement of the month in which the chain has shown it', async () => {
  const own = await createTestSeller(site)
  const read = (month: string) => readStatement(context, own.actor, { month })
  const at = (text: string) => new Date(text)
  for (const [settledAt, amount] of [
    ['2025-12-31T23:59:59.999Z', 1_000],
    ['2026-01-01T00:00:00Z', 20_000],
    ['2026-01-31T23:59:59.999Z', 90_000],
  ] as const) {
    const paymentId = await insertPayment({ status: 'settled', settledAtomic: amount, of: own, at: at(settledAt) })
    if (amount !== 20_000) continue
    for (const [confirmedAt, given, status] of [
      ['2026-01-20T00:00:00Z', 5_000, 'confirmed'],
      ['2026-02-01T00:00:00Z', 7_000, 'confirmed'],
      [null, 1_000, 'promised'],
    ] as const)
      await context.database.refund.create({
        data: {
          ...{ paymentId, network: BASE_SEPOLIA, asset: usdc, recipient: payer, amountAtomic: given, status },
          createdAt: at('2026-01-10T00:00:00Z'),
          confirmedAt: confirmedAt && at(confirmedAt),
          sellerId: (await context.database.seller.findUniqueOrThrow({ where: { handle: own.handle } })).id,
        },
      })
  }
  expect((await read('2025-12')).byNetwork).toMatchObject([{ payments: 1, amountAtomic: 1_000n, refundedAtomic: 0n }])
  const january = await read('2026-01')
  expect(january).toMatchObject({ isRunning: false, byRoute: [{ payments: 2, amountAtomic: 110_000n }] })
  expect(january.byNetwork).toMatchObject([
    { payments: 2, amountAtomic: 110_000n, refunds: 1, refundedAtomic: 5_000n, keptAtomic: 105_000n },
  ])
  // More was refunded than came in.
  expect((await read('2026-02')).byNetwork).toMatchObject([{ payments: 0, refunds: 1, keptAtomic: -7_000n }])
  expect((await read('2026-03')).byNetwork).toEqual([])
  for (const month of ['2026-13', '2026-1', '2999-01', '', "2026-01'"])
    await expect(read(month), month).rejects.toMatchObject({ code: 'INPUT_REFUSED' })
})

it('keeps the room of promises, also of many at once, until they are taken back', async () => {
  const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => promise('0.03')))
  const kept = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []))
  expect(kept).toHaveLength(3)
  const nextYear = { ...context, clock: () => new Date(Date.now() + 366 * 86_400_000) }
  const late = promiseRefund(nextYear, seller.actor, paymentId, { amount: '0.04' })
  await expect(late).rejects.toMatchObject({ code: 'INPUT_REFUSED' })
  await cancelRefund(context, seller.actor, kept[0]?.refundId ?? '')
  await expect(promise('0.04')).resolves.toBeDefined()
})

it('counts a transaction once', async () => {
  const [first, second] = [await promise('0.02'), await promise('0.02')]
  const hash = await send(20_000n)
  await record(first.refundId, hash)
  await expect(record(second.refundId, hash.toUpperCase().replace('0X', '0x'))).rejects.toMatchObject({
    code: 'REFUND_TRANSACTION_USED',
  })
})

it('waits for a transaction that the chain does not show', async () => {
  const { refundId } = await promise('0.01')
  expect(await record(refundId, `0x${'ab'.repeat(32)}`)).toEqual({ status: 'pending' })
  expect(await confirmedRefunds()).toEqual([])
})

it('refuses another amount, another receiver and a wallet that is not the seller’s', async () => {
  const stranger = freshAccount()
  await world.faucet({ network: BASE_SEPOLIA, address: stranger.address, amountAtomic: 1_000_000n })
  const { refundId } = await promise('0.05')
  for (const hash of [
    await send(49_999n),
    await send(50_000n, stranger.address),
    await send(50_000n, payer, stranger),
  ]) {
    await expect(record(refundId, hash)).rejects.toMatchObject({ code: 'REFUND_REFUSED' })
  }
  await expect(record(refundId, 'not a hash')).rejects.toMatchObject({ code: 'INPUT_REFUSED' })
  expect(await confirmedRefunds()).toEqual([])
})

it('refuses a transaction that is older than the payment', async () => {
  const { refundId } = await promise('0.05')
  const hash = await send(50_000n)
  const later = new Date(Date.now() + 3_600_000)
  await context.database.payment.update({ where: { id: paymentId }, data: { settledAt: later } })
  await expect(record(refundId, hash)).rejects.toMatchObject({ code: 'REFUND_REFUSED' })
})

it.each([
  ['abandoned', null],
  ['spent_zero', 0],
  ['unknown', null],
])('gives nothing back for a payment that is %s', async (status, settledAtomic) => {
  paymentId = await insertPayment({ status, settledAtomic })
  await expect(promise('0.01')).rejects.toMatchObject({ code: 'PAYMENT_NOT_SETTLED' })
})

it('refunds an undelivered payment', async () => {
  paymentId = await insertPayment({ status: 'received', settledAtomic: 100_000 })
  expect(await promise('0.10')).toMatchObject({ to: payer, amountAtomic: 100_000n })
})

it.each(['', '0', '0.00', '-1', '1e3', '0.0000001', 'abc', '$0.01'])('refuses the amount %j', async (amount) => {
  await expect(promise(amount)).rejects.toMatchObject({ code: 'INPUT_REFUSED' })
})

it('reads who paid whom on Solana', async () => {
  const payTo = (await generateKeyPairSigner()).address
  await world.faucet({ network: SOLANA_DEVNET, address: payTo, amountAtomic: 0n })
  const payee = { network: SOLANA_DEVNET, address: payTo, confirmation: payTo }
  await confirmed(seller.wallet, (proof) => confirmPayTo(context, seller.actor, payee, proof))
  const price = { dollars: '$0.03', networks: [SOLANA_DEVNET] }
  const article = { kind: 'article', title: 'A', method: 'GET', path: '/sol', price, body: 'Text.' }
  const { url } = await createRoute(context, seller.actor, article)
  const buyer = await createSvmBuyer(world, 1_000_000n)
  const paid = await fetch(url, { headers: (await buyer.sign(url)).headers })
  expect(paid.status).toBe(200)
  await paid.text()
  const { payments } = await listPayments(context, seller.actor, { network: SOLANA_DEVNET })
  const { transaction, asset } = payments[0] ?? { transaction: null, asset: '' }
  const wanted = { network: SOLANA_DEVNET, transaction: transaction ?? '', asset }
  expect(await context.refunds.readTransfers(wanted)).toMatchObject({
    state: 'landed',
    transfers: [{ from: buyer.address, to: payTo, amountAtomic: 30_000n }],
  })
  const unseen = { ...wanted, transaction: bs58.encode(randomBytes(64)) }
  expect(await context.refunds.readTransfers(unseen)).toEqual({ state: 'pending' })
  expect(isTransaction(SOLANA_DEVNET, wanted.transaction)).toBe(true)
  for (const text of [wanted.transaction.slice(4), payTo, '0'.repeat(88), `0x${'ab'.repeat(32)}`, '']) {
    expect(isTransaction(SOLANA_DEVNET, text)).toBe(false)
  }
})
