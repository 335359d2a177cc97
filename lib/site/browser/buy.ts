import { reasons } from '@/lib/base/x402/reasons'
import type { SettleResponse } from '@/lib/base/x402/wire'
import type { AgreedTerms } from '@/lib/client/choose-option'
import { createPaidFetch } from '@/lib/client/create-paid-fetch'
import { isAnswerGone, parsePaymentRequired, parseSettleResponse } from '@/lib/client/parse-exchange'
import { type OnPayerEvent, PayerError } from '@/lib/client/payer-error'
import { defaultPatience, type Patience, sendPayment } from '@/lib/client/resend'
import type { PayerWallet } from '@/lib/client/wallet'
import {
  findKeptPayment,
  forgetPayment,
  type KeptPayment,
  keepPayment,
  lifeOfPayment,
  type PaymentStore,
} from './kept-payment'
import { type Purchase, requestOf, sendFor } from './purchase'
import { readProblem } from './read-problem'

/** How an attempt to buy ended. An error means that nothing was sent. */
export type PurchaseEnd =
  /** `settlement` is null when a session or an earlier payment opened the content. */
  | { kind: 'delivered'; response: Response; settlement: SettleResponse | null }
  /** Final: this payment can deliver nothing any more, and is forgotten. It moved no money unless used before. */
  | { kind: 'refused'; status: number; reason: string | null; detail: string | null }
  /** Not charged by this attempt; the same payment may be sent again. */
  | { kind: 'not_now'; reason: string | null; detail: string | null }
  /** Paid, and the content is undelivered: the same payment gets it. */
  | { kind: 'undelivered'; settlement: SettleResponse }
  /**
   * A call out of a deposit. `missed`: charged, and nothing can get its lost answer any more. `otherCall`: another one is
   * being answered. `usedUp`: less is left than this browser believed. `unknownDeposit`: the shop has lost its record.
   */
  | { kind: 'missed' | 'otherCall' | 'usedUp' | 'unknownDeposit' }
  /** It may have settled: only the same payment may be sent again. */
  | { kind: 'open' }
  /**
   * Another host lost an answer and now refuses the payment, which it may have taken. Once expired, it cannot be taken
   * any more, and is forgotten.
   */
  | { kind: 'disputed'; reason: string | null; hasLapsed: boolean }

export type BuyInput = {
  purchase: Purchase
  agreed: AgreedTerms
  /** The agreed amount, as `$0.05`. */
  maxDollars: string
  /** How long a signed payment stays valid by the option. */
  timeoutSeconds: number
  wallet: PayerWallet
  store: PaymentStore
  onEvent: OnPayerEvent
  patience?: Patience
}

/**
 * Signs a payment on exactly the agreed terms, sends it, and waits for its outcome. The signed payment is stored before
 * it is sent and deleted once its outcome is known, so that a retry never pays twice. While one is stored, in any tab,
 * no other is signed (`NOT_APPROVED`) or sent. Fails with a `PayerError` or the wallet's own error when nothing was
 * sent.
 */
export async function buy(input: BuyInput): Promise<PurchaseEnd> {
  const { purchase, agreed, maxDollars, wallet, store, patience } = input
  let isInDoubt = false
  const onEvent: OnPayerEvent = (event) => {
    if (event.type === 'waiting') isInDoubt = true
    input.onEvent(event)
  }
  const paidFetch = createPaidFetch({
    wallets: [wallet],
    agreed,
    maxDollars,
    isSignInTried: false,
    approve: async () => (findKeptPayment(store, purchase) ? 'Another payment for this is open.' : null),
    onEvent,
    fetch: keepingFetch(input, () => isInDoubt),
    ...(patience && { patience }),
  })
  try {
    const response = await paidFetch(...requestOf(purchase))
    return await endOf(response, { purchase, store, isInDoubt, hasLapsed: false })
  } catch (error) {
    if (error instanceof PayerError && error.code === 'ANSWER_LOST') return { kind: 'open' }
    throw error
  }
}

/** Sends a stored payment again. Needs no wallet, and signs nothing. */
export async function resumePurchase({
  purchase,
  kept,
  store,
  onEvent,
  onAnswer,
  patience = defaultPatience,
}: {
  purchase: Purchase
  kept: KeptPayment
  store: PaymentStore
  onEvent: OnPayerEvent
  /** Gets the answer before it is evaluated. */
  onAnswer?: (answer: Response) => Promise<void>
  patience?: Patience
}): Promise<PurchaseEnd> {
  const [url, init] = requestOf(purchase, { 'payment-signature': kept.header })
  try {
    const request = new Request(new URL(url, window.location.href), init)
    const response = await sendPayment(sendFor(purchase), request, { patience, onEvent })
    await onAnswer?.(response)
    return await endOf(response, { purchase, store, isInDoubt: true, hasLapsed: kept.lapsesAt <= Date.now() })
  } catch (error) {
    if (error instanceof PayerError && error.code === 'ANSWER_LOST') return { kind: 'open' }
    throw error
  }
}

function keepingFetch(
  { purchase, agreed, wallet, store, timeoutSeconds }: BuyInput,
  isInDoubt: () => boolean,
): typeof fetch {
  let isOvertaken = false
  return async (input, init) => {
    const request = new Request(input, init)
    const header = request.headers.get('payment-signature')
    if (header !== null) {
      const kept = findKeptPayment(store, purchase)
      // Another tab was faster. The next try may settle and delete its payment: this one is never sent.
      isOvertaken ||= kept !== null && kept.header !== header
      if (isOvertaken) throw new Error('Another payment for this was sent before.')
      const life = kept ?? lifeOfPayment(Date.now(), timeoutSeconds)
      keepPayment(store, purchase, { ...life, header, payer: wallet.address, terms: agreed })
    }
    const answer = await sendFor(purchase)(request)
    // Refused at once: after a voucher that was out of step, the right one is sent.
    if (header !== null && answer.status === 402 && !isInDoubt()) forgetPayment(store, purchase)
    return answer
  }
}

/**
 * Reads the outcome of a purchase from an answer, and deletes the payment where it is final. Our own gate knows what
 * became of a repeated payment; another server may refuse one that it took without telling.
 */
async function endOf(
  response: Response,
  {
    purchase,
    store,
    isInDoubt,
    hasLapsed,
  }: { purchase: Purchase; store: PaymentStore; isInDoubt: boolean; hasLapsed: boolean },
): Promise<PurchaseEnd> {
  if (isAnswerGone(response)) {
    forgetPayment(store, purchase)
    return { kind: 'refused', status: response.status, reason: reasons.paymentAlreadyUsed, detail: null }
  }
  const end = await classify(response)
  if (end.kind === 'refused' && isInDoubt && purchase.send) {
    if (hasLapsed) forgetPayment(store, purchase)
    return { kind: 'disputed', reason: end.reason, hasLapsed }
  }
  if (end.kind === 'delivered' || end.kind === 'refused') forgetPayment(store, purchase)
  return end
}

/** Codes of answers that leave open whether the payment settles. */
const openCodes = ['payment_in_progress', 'settlement_unknown', 'settlement_pending', 'internal_error']

async function classify(response: Response): Promise<PurchaseEnd> {
  const settlement = parseSettleResponse(response.headers)
  if (response.ok) return { kind: 'delivered', response, settlement }
  if (settlement?.success) return { kind: 'undelivered', settlement }
  const { code, detail } = await readProblem(response)
  const reason = settlement?.errorReason ?? code ?? parsePaymentRequired(response.headers)?.error ?? null
  if (code !== null && openCodes.includes(code)) return { kind: 'open' }
  // Only answers of the gate have our codes; another answer cannot know what became of the payment.
  if (response.status >= 500) return code === null ? { kind: 'open' } : { kind: 'not_now', reason, detail }
  return { kind: 'refused', status: response.status, reason, detail }
}
