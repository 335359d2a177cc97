import { isRpcUnreachable } from '@/lib/base/chains/errors'
import type { SignedPayment } from '@/lib/base/chains/signed-payment'
import type { Audience } from '@/lib/base/x402/audience'
import type { SettledFor } from '@/lib/base/x402/payment-holder'
import type {
  PaymentPayload,
  PaymentRequirements,
  SettleOutcome,
  Supported,
  VerifyResponse,
} from '@/lib/base/x402/wire'
import type { CallerNote } from '@/lib/payments/settling-note'

/** Verifies and settles: our facilitator in this process, or one over HTTP. */
export type FacilitatorPort = {
  /**
   * Throws `FacilitatorUnreachableError` when it does not answer; nothing is charged then. With a `holder`, a UUID that
   * no buyer chooses, only that holder can settle the authorization while its reservation lasts; verifying again
   * extends it. A facilitator over HTTP may not know holders.
   */
  verify: (payment: AskedPayment, holder?: string) => Promise<VerifyResponse>
  /**
   * Never throws for a settlement in doubt: that is the outcome `unknown`. Sends nothing before `note` is written, and
   * nothing at all when it cannot be; null where there is nothing to note. `holder` as in `verify`.
   */
  settle: (payment: AskedPayment, note: CallerNote | null, holder?: string) => Promise<SettleOutcome>
  /** Asks each facilitator behind this one about a payment that has landed; empty where none knows holders. */
  askSettledFor: (payment: AskedPayment, holder: string) => Promise<SettledForWord[]>
  /** Releases a payment that `holder` verified and will not settle. */
  release: (authorizationKey: string, holder: string) => Promise<void>
  /**
   * Uses up a payment that `holder` verified without a charge: it can no longer be settled. A facilitator over HTTP
   * knows no such thing: the payment ends there by its own time.
   */
  spend: (authorizationKey: string, holder: string) => Promise<void>
  supported: () => Promise<Supported>
}

/**
 * A payment that was read, which a facilitator in this process takes as it is, or a payload that authorises no transfer. The
 * requirements of a read one may have another amount: the one to settle.
 */
export type AskedPayment = SignedPayment | { payload: PaymentPayload; requirements: PaymentRequirements }

/**
 * For whom one facilitator has sent a transaction for a payment. `nobody`: for no one, or it knows no holders.
 * `unknown`: it does not answer, or the payment may still land. `signers` are its wallets, as in `Supported`.
 */
export type SettledForWord = { settledFor: SettledFor | 'nobody' | 'unknown'; signers: Supported['signers'] }

/** The gate's reports for statistics. Must not throw and must not wait. */
export type GateObserver = {
  handlerStarted?: (event: { routeKey: string }) => void
  challenged?: (event: { audience: Audience }) => void
  ended?: (event: { paymentId: string; status: string; reason: string | null }) => void
}

export class FacilitatorUnreachableError extends Error {
  override name = 'FacilitatorUnreachableError'
}

/**
 * True if facilitator or chain did not answer: nothing is known, and nothing was charged by this attempt. Compares by
 * name: Next.js loads a module several times in one process, and `instanceof` would miss a copy.
 */
export const isOutage = (error: unknown): error is Error =>
  isRpcUnreachable(error) || (error instanceof Error && error.name === 'FacilitatorUnreachableError')
