import { z } from 'zod'
import type { TokenTransfer } from '@/lib/base/chains/evm/search-logs'
import { isTransaction } from '@/lib/base/chains/transfers/read-transfers'
import { type Database, type DatabaseTransaction, isUniqueViolation, pick } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { isUuid } from '@/lib/base/infra/identifiers'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { addressIdentity } from '@/lib/base/x402/addresses'
import { formatAtomic } from '@/lib/base/x402/money'
import { familyOf } from '@/lib/base/x402/networks'
import { atomic, id, isPaid, type PaymentView, type RefundView, refundShape } from '@/lib/base/x402/views'
import { endRight } from '@/lib/payments/grants'
import {
  confirmRefund,
  cancelRefund as deletePromise,
  isTransferCounted,
  listRefunds,
  promiseRefund as writePromise,
} from '@/lib/payments/refund-ledger'
import { type Actor, getOwnSeller } from '../actor'
import { inOwnShop, type LockedShop } from '../audit/own-shop'
import { asIssue, InputRefusedError, parseInput } from '../input-refused-error'
import { queueEvent, withKept } from '../outbox/queue-events'
import { getPayment } from '../payments/payments'
import type { SellersContext } from '../ports'

type RefundFacts = Pick<RefundView, 'paymentId' | 'network' | 'asset' | 'amountAtomic' | 'recipient' | 'keepsAccess'>

/** The facts that are recorded when a refund is promised, confirmed or cancelled. */
const refundFacts = (refund: RefundFacts) => ({
  ...pick(refund, 'paymentId', 'network', 'asset', 'recipient', 'keepsAccess'),
  amountAtomic: refund.amountAtomic.toString(),
})

const sumRefunds = (refunds: readonly RefundView[]): bigint =>
  refunds.reduce((sum, { amountAtomic }) => sum + amountAtomic, 0n)

export const refundsShape = z.object({
  confirmed: z.array(refundShape).describe('Seen on the chain, oldest first.'),
  promised: z.array(refundShape),
  leftAtomic: atomic.describe('Atomic units that may still go back.'),
})
export type PaymentRefunds = z.infer<typeof refundsShape>

/** A payment's refunds, and the amount that can still be refunded. Fails with `PAYMENT_NOT_FOUND`. */
export async function listPaymentRefunds(
  context: SellersContext,
  actor: Actor,
  paymentId: string,
): Promise<PaymentRefunds> {
  const { status, settledAtomic } = await getPayment(context, actor, paymentId)
  const refunds = await listRefunds(context.database, { paymentId })
  return {
    confirmed: refunds.filter((refund) => refund.status === 'confirmed'),
    promised: refunds.filter((refund) => refund.status === 'promised'),
    leftAtomic: isPaid(status) ? (settledAtomic ?? 0n) - sumRefunds(refunds) : 0n,
  }
}

export const refundAmountInput = z
  .object({
    /** In whole units of the asset, such as `0.05`. */
    amount: z
      .string()
      .trim()
      .refine((text) => /^\d{1,15}(\.\d{1,18})?$/.test(text), asIssue(say('amountRule', { amount: '0.05' }))),
    keepsAccess: z
      .boolean()
      .default(false)
      .describe('The buyer keeps what was bought. Otherwise it closes once all of the price has been given back.'),
  })
  .strict()

export const promisedRefundShape = z.object({
  refundId: id,
  network: z.string(),
  asset: z.string(),
  to: z.string(),
  amountAtomic: atomic,
})

/**
 * Reserves a refund within a payment's charged amount, before any money moves: all refunds of a payment together never
 * exceed it. Fails with `PAYMENT_NOT_FOUND`, `PAYMENT_NOT_SETTLED` or `INPUT_REFUSED`.
 */
export async function promiseRefund(
  context: SellersContext,
  actor: Actor,
  paymentId: string,
  input: unknown,
): Promise<z.infer<typeof promisedRefundShape>> {
  const payment = await getPayment(context, actor, paymentId)
  const { amount, keepsAccess } = parseInput(refundAmountInput, input)
  const { network, asset, payer, settledAtomic, status } = payment
  if (!isPaid(status) || settledAtomic === null || settledAtomic === 0n) {
    throw new DomainError('PAYMENT_NOT_SETTLED', say('refundSettled'))
  }
  const amountAtomic = parseAmount(amount, context.decimalsOf(network))
  const promise = async ({ transaction, sellerId, now, record }: LockedShop) => {
    const left = settledAtomic - sumRefunds(await listRefunds(transaction, { paymentId }))
    const atMost = () => say('refundLeft', { left: formatAtomic(left, context.decimalsOf(network)) })
    if (amountAtomic > left) throw new InputRefusedError({ amount: left > 0n ? atMost() : say('allGivenBack') })
    const terms = { paymentId, network, asset, recipient: payer, amountAtomic, keepsAccess }
    const id = await writePromise(transaction, { sellerId, ...terms, createdAt: now })
    await record('refund.promised', id, { after: refundFacts(terms) })
    return id
  }
  const refundId = await inOwnShop(context, actor, promise, { isAboutMoney: true })
  return { refundId, network, asset, to: payer, amountAtomic }
}

function parseAmount(amount: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = amount.split('.')
  if (fraction.length > decimals) throw new InputRefusedError({ amount: say('decimalsTooMany', { decimals }) })
  const amountAtomic = BigInt(whole + fraction.padEnd(decimals, '0'))
  if (amountAtomic === 0n) throw new InputRefusedError({ amount: say('refundNothing') })
  return amountAtomic
}

/** Clocks of chains and servers differ by less than this. */
const CLOCK_SKEW_MS = 60_000

export const refundTransactionInput = z.object({ transaction: z.string().max(100) }).strict()

export const recordedRefundShape = z.object({
  status: z.enum(['confirmed', 'pending']).describe('`pending`: the chain does not show it yet; ask again.'),
})
type RecordedRefund = z.infer<typeof recordedRefundShape>

/**
 * Records a refund by its transaction. The chain must show the promised amount of the promised asset, sent to the payer
 * after the payment, from a wallet of one of the shop's owners; a transaction counts once. Fails with `REFUND_NOT_FOUND`,
 * `REFUND_REFUSED`, `REFUND_TRANSACTION_USED` or `INPUT_REFUSED`.
 */
export async function recordRefund(
  context: SellersContext,
  actor: Actor,
  refundId: string,
  input: unknown,
): Promise<RecordedRefund> {
  const refund = await getPromise(context.database, { actor, refundId })
  const { transaction } = parseInput(refundTransactionInput, input)
  const { network, asset, recipient, paymentId, amountAtomic } = refund
  if (!isTransaction(network, transaction)) throw new InputRefusedError({ transaction: say('transactionNone') })
  const hash = familyOf(network) === 'evm' ? transaction.toLowerCase() : transaction
  if (isRecorded(refund, hash)) return { status: 'confirmed' }
  const reading = await context.refunds.readTransfers({ network, transaction: hash, asset })
  if (reading.state === 'pending') return { status: 'pending' }
  if (reading.state === 'failed') throw refused(say('refundFailed'))
  const payment = await getPayment(context, actor, paymentId)
  if (payment.settledAt && reading.at.getTime() < payment.settledAt.getTime() - CLOCK_SKEW_MS) {
    throw refused(say('refundOlder'))
  }
  const wallets = [payment.payTo, ...(await context.refunds.walletsOf(actor.accountId, network))]
  const wanted = { network, to: recipient, amountAtomic, wallets }
  const transfer = reading.transfers.find((each) => isWanted(each, wanted))
  if (!transfer) throw refused(say('refundNotSent'))
  await confirm(context, actor, { refund, payment, hash, sender: transfer.from })
  return { status: 'confirmed' }
}

async function getPromise(
  database: Database | DatabaseTransaction,
  { actor, refundId }: { actor: Actor; refundId: string },
): Promise<RefundView> {
  if (!isUuid(refundId)) throw notPromised()
  const { id: sellerId } = await getOwnSeller(database, actor)
  const [refund] = await listRefunds(database, { id: refundId, sellerId })
  if (!refund) throw notPromised()
  return refund
}

const notPromised = () => new DomainError('REFUND_NOT_FOUND', say('refundUnknown'))

function isRecorded(refund: { status: string; transaction: string | null }, hash: string): boolean {
  if (refund.status !== 'confirmed') return false
  if (refund.transaction === hash) return true
  throw new DomainError('REFUND_NOT_FOUND', say('refundRecorded'))
}

type RefundTransfer = { network: string; to: string; amountAtomic: bigint; wallets: string[] }

function isWanted({ from, to, amountAtomic }: TokenTransfer, wanted: RefundTransfer): boolean {
  const identity = (address: string) => addressIdentity(wanted.network, address)
  return (
    amountAtomic === wanted.amountAtomic &&
    identity(to) === identity(wanted.to) &&
    wanted.wallets.some((wallet) => identity(wallet) === identity(from))
  )
}

type RefundConfirmation = { refund: RefundView; payment: PaymentView; hash: string; sender: string }

async function confirm(context: SellersContext, actor: Actor, confirmation: RefundConfirmation): Promise<void> {
  const { refund, payment, hash, sender } = confirmation
  const settledAtomic = payment.settledAtomic ?? 0n
  const { refundId, paymentId, network } = refund
  const work = async ({ transaction, sellerId, now, record }: LockedShop) => {
    // While the chain was read, another request may have recorded or cancelled the refund.
    if (isRecorded(await getPromise(transaction, { actor, refundId }), hash)) return
    if (await isTransferCounted(transaction, { network, transaction: hash, sender })) throw alreadyUsed()
    const others = await listRefunds(transaction, { paymentId, status: 'confirmed' })
    const landed = { transaction: hash, sender, confirmedAt: now }
    if (!(await confirmRefund(transaction, { refundId, sellerId, ...landed }))) throw notPromised()
    const given = [...others, refund]
    const givenBack = sumRefunds(given)
    // One that leaves the purchase open does so in whatever order they came.
    const isAccessKept = given.some(({ keepsAccess }) => keepsAccess)
    if (givenBack === settledAtomic && !isAccessKept) await endRight(transaction, paymentId)
    await record('refund.confirmed', refundId, { after: { ...refundFacts(refund), transaction: hash } })
    const { amountAtomic } = refund
    const said = {
      ...pick(payment, 'paymentId', 'routeKey', 'resourceUri', 'network', 'asset', 'payer', 'payTo'),
      ...pick(payment, 'status', 'reason', 'transaction'),
      amountAtomic: settledAtomic.toString(),
      refundedAtomic: givenBack.toString(),
    }
    await queueEvent(transaction, [sellerId], {
      type: 'payment.refunded',
      eventId: `payment.refunded ${refundId}`,
      at: now,
      facts: {
        payment: withKept(said),
        refund: { refundId, amountAtomic: amountAtomic.toString(), transaction: hash, confirmedAt: now.toISOString() },
      },
    })
  }
  await inOwnShop(context, actor, work, { isAboutMoney: true }).catch((error: unknown) => {
    // Another shop has recorded the same transaction at the same moment.
    throw isUniqueViolation(error) ? alreadyUsed() : error
  })
}

const alreadyUsed = () => new DomainError('REFUND_TRANSACTION_USED', say('transactionCounted'))

const refused = (why: Sentence) => new DomainError('REFUND_REFUSED', say('refundNotRecorded', { why }))

/** Cancels a promised refund that was not sent. Fails with `REFUND_NOT_FOUND`, also once it is confirmed. */
export async function cancelRefund(context: SellersContext, actor: Actor, refundId: string): Promise<void> {
  const cancel = async ({ transaction, sellerId, record }: LockedShop) => {
    const refund = await getPromise(transaction, { actor, refundId })
    if (!(await deletePromise(transaction, { refundId, sellerId }))) throw notPromised()
    await record('refund.cancelled', refundId, { before: refundFacts(refund) })
  }
  await inOwnShop(context, actor, cancel, { isAboutMoney: true })
}
