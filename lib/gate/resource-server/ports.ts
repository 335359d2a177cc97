import type { Authorization, AuthorizationTruth } from '@/lib/base/chains/authorization'
import { isRpcUnreachable } from '@/lib/base/chains/errors'
import type { Payee, PayeeFault } from '@/lib/base/chains/payee-fault'
import type { SignedPayment } from '@/lib/base/chains/signed-payment'
import type { ProvenWallet } from '@/lib/base/x402/addresses'
import type { Audience } from '@/lib/base/x402/audience'
import type { SettledFor } from '@/lib/base/x402/payment-holder'
import type { PricedOption } from '@/lib/base/x402/payment-option'
import type { SignInTerms } from '@/lib/base/x402/sign-in-challenge'
import type {
  PaymentPayload,
  PaymentRequirements,
  SettleOutcome,
  Supported,
  VerifyResponse,
} from '@/lib/base/x402/wire'
import type { CallerNote } from '@/lib/payments/settling-note'
import type { RouteSignIn } from './route-config'

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

export type ChainsPort = {
  buildRequirements: (option: PricedOption, supported: Supported) => PaymentRequirements
  decimalsOf: (network: string) => number
  /** Why no payment can reach a payee; null when one can, or when the chain does not answer in time. */
  findPayeeFault: (payee: Payee) => Promise<PayeeFault | null>
  /** Reads a payment, once; returns the reason when it does not fit its scheme and our terms. */
  readPayment: (
    payload: PaymentPayload,
    requirements: PaymentRequirements,
  ) => Promise<SignedPayment | { reason: string }>
  checkSignature: (
    network: string,
    payment: Pick<SignedPayment, 'checkSignature'>,
  ) => Promise<{ isValid: boolean; invalidReason?: string }>
  /** `since`: the result of `lastHeightOf` when it was verified, so that no late node makes it look expired. */
  findAuthorization: (authorization: Authorization, since: bigint | null) => Promise<AuthorizationTruth>
  /** Last height at which it can land, where only that tells. Asked while unspent; may fail like an outage. */
  lastHeightOf: (authorization: Authorization) => Promise<bigint | null>
  /** The gas that a transaction took; null where this server cannot read the network. */
  gasUsedBy: (network: string, transaction: string) => Promise<bigint | null>
  /** Extensions that an option needs on the wire, such as gas sponsoring of a Permit2 approval. */
  extensionsFor: (requirements: PaymentRequirements[]) => Record<string, unknown>
}

type SignInLimits = { maxAgeSeconds?: number; checkNonce?: RouteSignIn['checkNonce'] }

export type SignInPort = {
  /** The wire extension with a fresh nonce; writes nothing. */
  buildExtension: (terms: SignInTerms) => { info: object }
  /** Checks a proof. It opens nothing before it is used up, which succeeds once; false when it was used before. */
  check: (
    header: string,
    terms: SignInTerms,
    limits: SignInLimits,
  ) => Promise<{ valid: true; wallet: ProvenWallet; spend: () => Promise<boolean> } | { valid: false; error: string }>
}

/**
 * Reads the buyer from a request's cookies, if it comes from our own pages or a typed address. `isOnlyShown`: the
 * answer changes nothing, so that a link on another site may lead to it too.
 */
export type SessionPort = {
  /** Wallets that the browser's session has proven. */
  walletsOf: (request: Request, terms?: { isOnlyShown: boolean }) => Promise<ProvenWallet[]>
  /** Ids of payments whose content this browser received. They prove no wallet. */
  paymentsOf: (request: Request, terms?: { isOnlyShown: boolean }) => string[]
  /** The Set-Cookie text that adds a payment to them; null for a request that no page of ours made. */
  rememberPayment: (request: Request, paymentId: string) => string | null
}

/** How long a purchase lasts, as the route has it. */
type Lasting = { isUnchanging?: boolean | undefined; isOnce?: boolean; entitlementSeconds?: number | undefined }

/** Renders the 402 page for a person's browser; null leaves the JSON answer. */
export type PaymentPagePort = {
  render: (
    request: Request,
    header: string,
    lasting: Lasting,
  ) => Promise<{ headers: Record<string, string>; body: string } | null>
}

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
