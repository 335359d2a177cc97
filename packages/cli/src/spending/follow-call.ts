import { randomUUID } from 'node:crypto'
import { paysByChannel } from '@/lib/base/x402/payment-channel'
import { ALREADY_OWNED } from '@/lib/base/x402/reasons'
import type { PaymentPayload, SettleResponse } from '@/lib/base/x402/wire'
import type { PaymentIntent } from '@/lib/client/create-paid-fetch'
import { PayerError } from '@/lib/client/payer-error'
import type { PayerEvent } from '@/lib/client/payer-event'
import { ANSWER_LOST, undecided } from '@/lib/client/resend'
import type { Line } from '../receipts-command'
import type { AuditLog } from './audit-log'
import { linkedPasses, type PassPolicy } from './passes'
import type { SpendingBook } from './spending-book'
import { toMicros } from './to-micros'
import { findEvent, wayOf, wordsOfWay } from './way-of'

/** Guards between a call and the wallet: the limits, the log, and the person who is asked. */
export type SpendingGuard = {
  book: SpendingBook
  audit: AuditLog
  /** Asked before a payment is signed; a sentence refuses it. */
  confirm: (intent: PaymentIntent, call: PaidCall) => Promise<string | null>
  /** Absent where no pass is used or bought. `readLines`: the log. */
  passes?: { policy: PassPolicy; readLines: () => Promise<Line[]> } | null
}

/** `advice` is what a bazaar says against it, in one line. */
export type PaidCall = { url: URL; method: string; advice?: string | null }

type Rejection = Extract<PayerEvent, { type: 'payment_rejected' }>

/** Follows what one call signs and how that ends, in the book and the log. */
export type FollowedCall = {
  id: string
  /** Before a payment is signed; a sentence refuses it. */
  approve: (intent: PaymentIntent) => Promise<string | null>
  /** Before it is sent. What this is not told of counts as never signed. */
  sign: (payload: PaymentPayload) => Promise<void>
  note: (event: PayerEvent) => void
  /** The answer has come; its status where it is no success. */
  close: (failedStatus: number | null) => Promise<void>
  fail: (error: unknown) => Promise<void>
  rejection: () => Rejection | null
  isSigned: () => boolean
  isPaid: () => boolean
  /** How it was paid, in one line; null where nothing is known to be. */
  way: () => string | null
  /** An answer to the payment did not come. */
  isAnswerLost: () => boolean
}

type FollowedPayment = { id: string; intent: PaymentIntent; isSigned: boolean }

/** Holds the payments of one call to the limits, and writes down what was signed and how the server says that it ended. */
export function followCall(paid: PaidCall, { book, audit: log, confirm }: SpendingGuard): FollowedCall {
  const { url } = paid
  const id = randomUUID().slice(0, 8)
  // What was signed and has no end in the log is told by the name of its call.
  const audit: AuditLog = (entry) => log({ ...entry, call: id })
  const events: PayerEvent[] = []
  const payments: FollowedPayment[] = []
  const signed = () => payments.filter(({ isSigned }) => isSigned)
  const find = <T extends PayerEvent['type']>(type: T) => findEvent(events, type)
  const isAnswerLost = () => events.some((event) => event.type === 'waiting' && event.reason === ANSWER_LOST)
  const releaseUnsigned = async () => {
    for (const { id, isSigned } of payments) if (!isSigned) await book.release(id)
  }
  return {
    id,
    async approve(intent) {
      const { requirements, price, wallet } = intent
      const reserved = await book.reserve(url.host, signedMicros(intent), requirements.maxTimeoutSeconds)
      if (!reserved.ok) return reserved.message
      payments.push({ id: reserved.id, intent, isSigned: false })
      const refusal = await confirm(intent, paid)
      if (refusal !== null) return refusal
      const { scheme, network, payTo, maxTimeoutSeconds: seconds } = requirements
      const who = { network, payTo, payer: wallet.address }
      const lasts: Record<string, number> = paysByChannel(requirements) ? {} : { seconds }
      await audit({ event: 'signing', url: url.href, price, scheme, ...who, ...lasts })
      return null
    },
    async sign(payload) {
      const payment = payments.at(-1)
      if (!payment) throw new Error('Expected a payment to be approved before it is signed.')
      await book.sign(payment.id, payload, payment.intent.decimals)
      payment.isSigned = true
    },
    note: (event) => void events.push(event),
    rejection: () => find('payment_rejected'),
    isSigned: () => signed().length > 0,
    isPaid: () => find('settled') !== null,
    way: () => wordsOfWay(events),
    isAnswerLost,
    async close(failedStatus) {
      await releaseUnsigned()
      const opening = find('pass')
      if (find('sign_in_accepted'))
        await audit({ event: 'signed_in', url: url.href, ...(opening && { pass: opening.url }) })
      if (signed().length === 0) return
      // A payer that is told how its channel stands signs once more: the last word counts.
      const last = events.findLast(({ type }) => type === 'settled' || type === 'payment_rejected')
      if (last?.type === 'settled') {
        // Of `exact` all is taken. What else was taken the chain knows, and the next voucher.
        for (const { id, intent } of signed()) {
          if (intent.requirements.scheme === 'exact') await book.settle(id, signedMicros(intent))
        }
        const { transaction, network, payer = null } = last.settlement
        const told = find('stream_ended')?.chargedAtomic.toString() ?? chargedBy(last.settlement)
        const deposit = find('signed')?.depositAtomic ?? null
        const aside: Record<string, string> = deposit === null ? {} : { deposit: deposit.toString() }
        // What was bought before is signed for again, and not taken.
        const isOwned = last.settlement.extra?.reason === ALREADY_OWNED
        const amount = isOwned ? '0' : costOf(signed(), told).toString()
        const terms = find('challenge')?.paymentRequired
        const passes = terms ? linkedPasses(terms, url).map((one) => one.url) : []
        const how = { way: wayOf(events), ...(passes.length > 0 && { passes }) }
        const status = failedStatus ?? 200
        await audit({ event: 'settled', url: url.href, transaction, network, payer, amount, ...aside, ...how, status })
      } else if (last?.type === 'payment_rejected') {
        const { reason, status } = last
        // Whatever it says, the server holds what was signed: that goes on counting.
        const isRefused = status === 402 && !isAnswerLost() && !undecided.includes(reason ?? '')
        await audit({ event: isRefused ? 'rejected' : 'in_doubt', url: url.href, reason, status })
      } else {
        await audit({ event: 'in_doubt', url: url.href, reason: null, status: failedStatus ?? 200 })
      }
    },
    async fail(error) {
      await releaseUnsigned()
      if (!(error instanceof PayerError)) return
      const isOpen = error.code === 'ANSWER_LOST' && signed().length > 0
      await audit({ event: isOpen ? 'in_doubt' : 'refused', url: url.href, reason: error.code })
    },
  }
}

export const signedMicros = ({ requirements, decimals }: PaymentIntent): bigint =>
  toMicros(BigInt(requirements.amount), decimals)

/** The cost of a call: out of a channel not the sum that went on chain with it. Undefined where it is not told. */
function chargedBy({ amount, extra }: SettleResponse): string | undefined {
  const charged = extra?.chargedAmount
  return typeof charged === 'string' ? charged : amount
}

/** The amount that the seller says it took, in atomic units, where that can be; else all that was signed. */
function costOf(payments: FollowedPayment[], told: string | undefined): bigint {
  const atomic = payments.map(({ intent }) => BigInt(intent.requirements.amount))
  const signedAtomic = atomic.reduce((total, one) => total + one, 0n)
  if (payments.every(({ intent }) => intent.requirements.scheme === 'exact')) return signedAtomic
  if (told === undefined || !/^\d{1,78}$/.test(told)) return signedAtomic
  return BigInt(told) <= signedAtomic ? BigInt(told) : signedAtomic
}
