import { z } from 'zod'
import { isTransaction } from '@/lib/base/chains/transfers/read-transfers'
import type { TokenTransfer } from '@/lib/base/chains/transfers/transfer-reading'
import { type Database, type DatabaseTransaction, isUniqueViolation } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { isUuid } from '@/lib/base/infra/is-uuid'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { addressIdentity } from '@/lib/base/x402/addresses'
import { familyOf } from '@/lib/base/x402/networks'
import type { PaymentView } from '@/lib/base/x402/payment-view'
import {
  confirmRefund,
  findRefund,
  isAccessKept,
  isTransferCounted,
  listKeptRefunds,
  type StoredRefund,
} from '@/lib/payments/refund-ledger'
import { endRight } from '@/lib/payments/renew-rights'
import { type Actor, lockOwnShop, shopOf } from '../actor'
import { recordChange } from '../audit/record-change'
import { InputRefusedError, parseInput } from '../input-refused-error'
import { getPayment } from '../payments/get-payment'
import type { SellersContext } from '../ports'
import { paymentFacts } from '../webhooks/payment-facts'
import { queueEvent } from '../webhooks/queue-event'
import { refundFacts, sumRefunds } from './refund-facts'

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
  const wallets = [payment.payTo, ...(await listWalletsOfOwner(context, refund))]
  const wanted = { network, to: recipient, amountAtomic, wallets }
  const transfer = reading.transfers.find((each) => isWanted(each, wanted))
  if (!transfer) throw refused(say('refundNotSent'))
  await confirm(context, actor, { refund, payment, hash, sender: transfer.from })
  return { status: 'confirmed' }
}

async function getPromise(
  database: Database | DatabaseTransaction,
  { actor, refundId }: { actor: Actor; refundId: string },
): Promise<StoredRefund> {
  const seller = await database.seller.findUnique({ where: shopOf(actor), select: { id: true } })
  const refund = seller && isUuid(refundId) ? await findRefund(database, { refundId, sellerId: seller.id }) : null
  if (!refund) throw notPromised()
  return refund
}

async function listWalletsOfOwner(
  { database, refunds }: SellersContext,
  { sellerId, network }: Pick<StoredRefund, 'sellerId' | 'network'>,
): Promise<string[]> {
  const where = { id: sellerId }
  const { accountId } = await database.seller.findUniqueOrThrow({ where, select: { accountId: true } })
  return refunds.walletsOf(accountId, network)
}

const notPromised = () => new DomainError('REFUND_NOT_FOUND', say('refundUnknown'))

function isRecorded(refund: { status: string; transaction: string | null }, hash: string): boolean {
  if (refund.status !== 'confirmed') return false
  if (refund.transaction === hash) return true
  throw new DomainError('REFUND_NOT_FOUND', say('refundRecorded'))
}

type Wanted = { network: string; to: string; amountAtomic: bigint; wallets: string[] }

function isWanted({ from, to, amountAtomic }: TokenTransfer, wanted: Wanted): boolean {
  const identity = (address: string) => addressIdentity(wanted.network, address)
  return (
    amountAtomic === wanted.amountAtomic &&
    identity(to) === identity(wanted.to) &&
    wanted.wallets.some((wallet) => identity(wallet) === identity(from))
  )
}

type Confirmation = { refund: StoredRefund; payment: PaymentView; hash: string; sender: string }

async function confirm(context: SellersContext, actor: Actor, confirmation: Confirmation): Promise<void> {
  const { refund, payment, hash, sender } = confirmation
  const settledAtomic = payment.settledAtomic ?? 0n
  const { refundId, sellerId, paymentId, network } = refund
  const now = context.clock()
  const confirming = context.database.$transaction(async (transaction) => {
    await lockOwnShop(transaction, actor, { isAboutMoney: true })
    // While the chain was read, another request may have recorded or cancelled the refund.
    if (isRecorded(await getPromise(transaction, { actor, refundId }), hash)) return
    if (await isTransferCounted(transaction, { network, transaction: hash, sender })) throw alreadyUsed()
    // The promise may have expired since, and another may have reserved its amount.
    const others = (await listKeptRefunds(transaction, { paymentId, now })).filter(
      (other) => other.refundId !== refundId,
    )
    if (refund.amountAtomic + sumRefunds(others) > settledAtomic) throw refused(say('refundTooMuch'))
    const landed = { transaction: hash, sender, confirmedAt: now }
    if (!(await confirmRefund(transaction, { refundId, sellerId, ...landed }))) throw notPromised()
    const givenBack = refund.amountAtomic + sumRefunds(others.filter(({ status }) => status === 'confirmed'))
    if (givenBack === settledAtomic && !(await isAccessKept(transaction, paymentId))) {
      await endRight(transaction, paymentId)
    }
    const after = { ...refundFacts(refund), transaction: hash }
    await recordChange(transaction, actor, { at: now, sellerId, act: 'refund.confirmed', subject: refundId, after })
    const { amountAtomic } = refund
    const said = { ...payment, amountAtomic: settledAtomic.toString(), refundedAtomic: givenBack.toString() }
    await queueEvent(transaction, [sellerId], {
      type: 'payment.refunded',
      eventId: `payment.refunded ${refundId}`,
      at: now,
      facts: {
        payment: paymentFacts(said),
        refund: { refundId, amountAtomic: amountAtomic.toString(), transaction: hash, confirmedAt: now.toISOString() },
      },
    })
  })
  await confirming.catch((error: unknown) => {
    // Another shop has recorded the same transaction at the same moment.
    throw isUniqueViolation(error) ? alreadyUsed() : error
  })
}

const alreadyUsed = () => new DomainError('REFUND_TRANSACTION_USED', say('transactionCounted'))

const refused = (why: Sentence) => new DomainError('REFUND_REFUSED', say('refundNotRecorded', { why }))
