import type { PaymentIntent } from '@/lib/client/create-paid-fetch'
import { createPaidFetch } from '@/lib/client/create-paid-fetch'
import { PayerError } from '@/lib/client/payer-error'
import type { PayerEvent } from '@/lib/client/payer-event'
import type { PayerWallet } from '@/lib/client/wallet'
import type { SettleResponse } from '@/lib/x402/wire'
import { describeRejection } from '../pay/describe-rejection'
import type { AuditLog } from './audit-log'
import type { BridgeConfig } from './bridge-env'
import { NoDataError } from './no-data-error'
import { readData } from './read-data'
import type { SpendingBook } from './spending-book'

export type PaidDataParts = {
  config: BridgeConfig
  wallets: PayerWallet[]
  book: SpendingBook
  audit: AuditLog
  /** Asked before a payment is signed; a sentence refuses it. */
  confirm: (intent: PaymentIntent, url: URL) => Promise<string | null>
}

/**
 * Gets the configured resource, paying on 402 within the limits. Throws `NoDataError` for whatever a server, a
 * wallet or a limit refuses; its words say whether anything was paid.
 */
export async function fetchPaidData(parts: PaidDataParts): Promise<unknown> {
  const { config, wallets } = parts
  const ledger = createCallLedger(parts)
  const paidFetch = createPaidFetch({
    wallets,
    maxDollars: config.limits.maxDollarsPerCall,
    isSignInTried: config.isSignInTried,
    approve: (intent) => approve(parts, intent, ledger),
    onEvent: (event) => ledger.note(event),
    // A redirect would carry the payment to a host that is not allowed.
    fetch: (input, init) => fetch(input, { ...init, redirect: 'manual' }),
  })
  try {
    const response = await paidFetch(config.url, { headers: { accept: 'application/json, */*;q=0.8' } })
    await ledger.close(response.ok ? null : response.status)
    if (!response.ok) throw new NoDataError(await describeFailure(response, ledger.rejection()))
    return await readOrExplain(response, ledger.isPaid())
  } catch (error) {
    await ledger.fail(error)
    if (error instanceof PayerError) throw new NoDataError(error.message)
    throw error
  }
}

type Rejection = Extract<PayerEvent, { type: 'payment_rejected' }>

/** What one call has signed and how that ended; the book and the audit log follow it. */
type CallLedger = {
  signed: (reservation: string, intent: PaymentIntent) => void
  note: (event: PayerEvent) => void
  close: (failedStatus: number | null) => Promise<void>
  fail: (error: unknown) => Promise<void>
  rejection: () => Rejection | null
  isPaid: () => boolean
}

/** Answers that leave open whether the payment is taken. */
const undecided = ['payment_in_progress', 'settlement_unknown', 'settlement_pending']

function createCallLedger({ config, book, audit }: PaidDataParts): CallLedger {
  const url = config.url.href
  const events: PayerEvent[] = []
  let open: { reservation: string; intent: PaymentIntent } | null = null
  const find = <T extends PayerEvent['type']>(type: T) =>
    events.findLast((event): event is Extract<PayerEvent, { type: T }> => event.type === type) ?? null
  const release = async () => {
    if (open) await book.release(open.reservation)
    open = null
  }
  return {
    signed: (reservation, intent) => {
      open = { reservation, intent }
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
      if (find('sign_in_accepted')) await audit({ event: 'signed_in', url })
      if (settled && open) {
        const amount = chargedBy(settled.settlement) ?? open.intent.requirements.amount
        await book.settle(open.reservation, toMicros(BigInt(amount), open.intent.decimals))
        const { transaction, network, payer = null } = settled.settlement
        const status = failedStatus ?? 200
        const aside: Record<string, string> = deposit === null ? {} : { deposit: deposit.toString() }
        await audit({ event: 'settled', url, transaction, network, payer, amount, ...aside, status })
      } else if (rejected && open) {
        const isRefused = rejected.status === 402 && !undecided.includes(rejected.reason ?? '')
        if (isRefused) await release()
        await audit({
          event: isRefused ? 'rejected' : 'in_doubt',
          url,
          reason: rejected.reason,
          status: rejected.status,
        })
      }
      open = null
    },
    async fail(error) {
      if (!(error instanceof PayerError)) return
      // Only a lost answer leaves a signed payment behind; it stays in the book.
      if (error.code !== 'ANSWER_LOST') await release()
      await audit({ event: error.code === 'ANSWER_LOST' ? 'in_doubt' : 'refused', url, reason: error.code })
    },
  }
}

async function approve(parts: PaidDataParts, intent: PaymentIntent, ledger: CallLedger): Promise<string | null> {
  const { config, book, audit, confirm } = parts
  const { requirements, price, wallet, decimals } = intent
  const reserved = await book.reserve(config.url.host, toMicros(BigInt(requirements.amount), decimals))
  if (!reserved.ok) return reserved.message
  ledger.signed(reserved.id, intent)
  const refusal = await confirm(intent, config.url)
  if (refusal !== null) return refusal
  const { scheme, network, payTo } = requirements
  await audit({ event: 'signing', url: config.url.href, price, scheme, network, payTo, payer: wallet.address })
  return null
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

async function readOrExplain(response: Response, isPaid: boolean): Promise<unknown> {
  try {
    return await readData(response)
  } catch (error) {
    const reason = error instanceof NoDataError ? error.message : 'The answer broke off.'
    throw new NoDataError(`${reason} ${isPaid ? 'The payment was taken.' : 'Nothing was paid.'}`, { cause: error })
  }
}

const MAX_QUOTED_CHARACTERS = 500

async function describeFailure(response: Response, rejection: Rejection | null): Promise<string> {
  const location = response.headers.get('location')
  if (response.status >= 300 && response.status < 400 && location) {
    return `The server redirects to ${location}; set RESOURCE_SERVER_URL to where it leads. Nothing was paid.`
  }
  if (rejection?.status === 402) return `The payment was rejected: ${describeRejection(rejection.reason)}.`
  const quoted = (await response.text().catch(() => '')).slice(0, MAX_QUOTED_CHARACTERS)
  return `The server answers ${response.status}${quoted ? `: ${quoted}` : ''}`
}
