import type { PaymentIntent } from '@/lib/client/create-paid-fetch'
import { PayerError } from '@/lib/client/payer-error'
import type { PayerEvent } from '@/lib/client/payer-event'
import type { SettleResponse } from '@/lib/x402/wire'
import type { AuditLog } from './audit-log'
import type { SpendingBook } from './spending-book'

/** What stands between a call and the wallet: the limits, the log, and who is asked. */
export type SpendingGuard = {
  book: SpendingBook
  audit: AuditLog
  /** Asked before a payment is signed; a sentence refuses it. */
  confirm: (intent: PaymentIntent, url: URL) => Promise<string | null>
}

export type Rejection = Extract<PayerEvent, { type: 'payment_rejected' }>

/** What one call has signed and how that ended; the book and the log follow it. */
export type FollowedCall = {
  /** Before a payment is signed; a sentence refuses it. */
  approve: (intent: PaymentIntent) => Promise<string | null>
  note: (event: PayerEvent) => void
  /** The answer has come; its status where it is no success. */
  close: (failedStatus: number | null) => Promise<void>
  fail: (error: unknown) => Promise<void>
  rejection: () => Rejection | null
  isPaid: () => boolean
}

/** Answers that leave open whether the payment is taken. */
const undecided = ['payment_in_progress', 'settlement_unknown', 'settlement_pending']

/** Holds the payments of one call to the limits, and writes down what was signed and how it ended. */
export function followCall(url: URL, { book, audit, confirm }: SpendingGuard): FollowedCall {
  const events: PayerEvent[] = []
  let open: { reservation: string; intent: PaymentIntent } | null = null
  const find = <T extends PayerEvent['type']>(type: T) =>
    events.findLast((event): event is Extract<PayerEvent, { type: T }> => event.type === type) ?? null
  const release = async () => {
    if (open) await book.release(open.reservation)
    open = null
  }
  return {
    async approve(intent) {
      const { requirements, price, wallet, decimals } = intent
      const reserved = await book.reserve(url.host, toMicros(BigInt(requirements.amount), decimals))
      if (!reserved.ok) return reserved.message
      open = { reservation: reserved.id, intent }
      const refusal = await confirm(intent, url)
      if (refusal !== null) return refusal
      const { scheme, network, payTo } = requirements
      await audit({ event: 'signing', url: url.href, price, scheme, network, payTo, payer: wallet.address })
      return null
    },
    note: (event) => void events.push(event),
    rejection: () => find('payment_rejected'),
    isPaid: () => find('settled') !== null,
    async close(failedStatus) {
      // A payer that is told how its channel stands signs once more: the last word counts.
      const last = events.findLast(({ type }) => type === 'settled' || type === 'payment_rejected')
      const settled = last?.type === 'settled' ? last : null
      const rejected = last?.type === 'payment_rejected' ? last : null
      const deposit = find('signed')?.depositAtomic ?? null
      if (find('sign_in_accepted')) await audit({ event: 'signed_in', url: url.href })
      if (settled && open) {
        const { requirements, decimals } = open.intent
        const streamed = find('stream_ended')?.chargedAtomic.toString()
        const amount = streamed ?? chargedBy(settled.settlement) ?? requirements.amount
        await book.settle(open.reservation, toMicros(BigInt(amount), decimals))
        const { transaction, network, payer = null } = settled.settlement
        const status = failedStatus ?? 200
        const aside: Record<string, string> = deposit === null ? {} : { deposit: deposit.toString() }
        await audit({ event: 'settled', url: url.href, transaction, network, payer, amount, ...aside, status })
      } else if (rejected && open) {
        const { reason, status } = rejected
        const isRefused = status === 402 && !undecided.includes(reason ?? '')
        if (isRefused) await release()
        await audit({ event: isRefused ? 'rejected' : 'in_doubt', url: url.href, reason, status })
      }
      open = null
    },
    async fail(error) {
      if (!(error instanceof PayerError)) return
      // Only a lost answer leaves a signed payment behind; it stays in the book.
      if (error.code !== 'ANSWER_LOST') await release()
      await audit({ event: error.code === 'ANSWER_LOST' ? 'in_doubt' : 'refused', url: url.href, reason: error.code })
    },
  }
}

/** What a call cost: out of a channel another sum than what went on chain with it. Null where it is not told. */
function chargedBy({ amount, extra }: SettleResponse): string | null {
  const charged = extra?.chargedAmount
  return typeof charged === 'string' && /^\d{1,78}$/.test(charged) ? charged : (amount ?? null)
}

/** Rounded up: a fraction of a micro-dollar counts as a whole one. */
function toMicros(amountAtomic: bigint, decimals: number): bigint {
  if (decimals <= 6) return amountAtomic * 10n ** BigInt(6 - decimals)
  const unit = 10n ** BigInt(decimals - 6)
  return (amountAtomic + unit - 1n) / unit
}
