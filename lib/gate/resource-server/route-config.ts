import type { BazaarExtension } from '@/lib/base/x402/bazaar'
import type { InterchangeableExtra } from '@/lib/base/x402/match-requirements'
import type { PassOffer } from '@/lib/base/x402/passes'
import type { PricedOption } from '@/lib/base/x402/payment-option'
import type { ResourceInfo } from '@/lib/base/x402/resource-info'
import type { RouteMethod, RoutePattern } from '@/lib/base/x402/route-pattern'
import type { SignInTerms, SignInDeclaration as SignInTermsDeclaration } from '@/lib/base/x402/sign-in-challenge'
import type { PaymentRequired, PaymentRequirements, SettleResponse } from '@/lib/base/x402/wire'
import type { Cover } from '@/lib/payments/right'
import type { Meter } from './meter'

/** Wallet sign-in options: service spec 2.8's and, below, this gate's own. */
export type RouteSignIn = SignInTermsDeclaration & {
  /** Oldest accepted `issuedAt`; 300 when omitted. */
  maxAgeSeconds?: number
  /** A further check of the nonce, after ours; false refuses the proof. */
  checkNonce?: (nonce: string) => boolean | Promise<boolean>
  /** How long one payment entitles its wallet; without end when omitted. */
  entitlementSeconds?: number
}

type RoutePass = Cover & {
  /** Calls that it opens in a day of UTC, of all routes that count them; null for any number. */
  callsPerDay: number | null
  /** A text or file that it has opened stays open after its end. */
  keepsRead: boolean
  /** Its terms for the 402; null while it is not sold. */
  offer: (Omit<PassOffer, 'url'> & { path: string }) | null
}

type RoutePasses = {
  covering: RoutePass[]
  /** Sign-in is offered only for them: a payment gives its one answer, and no right. */
  isOnlyWay: boolean
  countsCalls: boolean
}

type RouteExtensions = {
  'sign-in-with-x'?: RouteSignIn
  /** Service spec 2.5; translated to the wire shape when the route is compiled. */
  bazaar?: Record<string, unknown>
  'payment-identifier'?: { required?: boolean }
}

/**
 * Why nothing is sold: its seller has paused it, or operators have suspended it. Buyers still get their purchases, by
 * signing in or by the settled payment; a closed route opens for no one.
 */
export type SaleStop = 'paused' | 'suspended' | 'closed' | 'archived'

/** The configuration of one paid route. Source: service spec 2.1; the rest are options of this gate. */
export type RouteConfig = {
  /** Options to pay by; an empty array makes the route auth-only. */
  accepts: PricedOption | PricedOption[]
  /** Also offers each option for many small calls out of one deposit, where the facilitator settles that. */
  manySmallCalls?: boolean
  /** Also offers on pages what a person can use there: an amount put aside once, and spent at all routes of the seller. */
  offersOnPages?: boolean
  description?: string
  mimeType?: string
  extensions?: RouteExtensions
  resource?: Partial<PaymentRequired['resource']>
  /** The route carries the calls of an MCP tool: the resource is `mcp://tool/<name>`, whatever the path. */
  toolName?: string
  /**
   * Query parameters that are part of the resource's name (a URI of 2,048 characters at most); others are not. Without
   * a list all of them are, since the handler sees them; `ignored` where the content does not depend on them.
   */
  query?: string[] | 'ignored'
  /**
   * The content is the same at each request, such as a text or a file. A payer that owns it already gets it by a further
   * payment's signature, and nothing is charged.
   */
  isUnchanging?: boolean
  passes?: RoutePasses
  /** The route sells a pass, which lasts so long; bought again, it lasts longer. */
  passSeconds?: number
  stored?: { routeId: string }
  /** `after` (default): produce, settle, release. `before`: settle, then produce. */
  settle?: 'after' | 'before'
  stop?: SaleStop
  /**
   * Sends a metered body while it is produced: each part is charged before it leaves. Its `upto`
   * options set network and maximum price.
   */
  isStreaming?: boolean
  /** Sends the body as it comes, once its first part could be read and the fixed price is settled. */
  passesThrough?: boolean
  /** Longest a handler may take; 60 when omitted. */
  handlerTimeoutSeconds?: number
  /** Largest request body that is read; 1 MiB when omitted. */
  maxRequestBytes?: number
  /**
   * The handler gets the request's body as it comes, of `maxRequestBytes` at most, instead of a whole one. Two requests
   * that differ only in their body count as the same, unless the buyer sends `Content-Digest`.
   */
  streamsUpload?: boolean
  hooks?: RouteHooks
}

/** A seller's own code at steps of a request. A hook that throws before money moves refuses the request. */
type RouteHooks = {
  /** Runs first for every request that carries a proof. */
  onProtectedRequest?: (request: Request, context: { routeKey: string; resourceUri: string }) => void | Promise<void>
  /** Runs after a settlement was recorded. A throw is logged; the buyer gets the content anyway. */
  afterSettlement?: (settlement: {
    paymentId: string
    resourceUri: string
    payer: string
    response: SettleResponse
    requirements: PaymentRequirements
  }) => void | Promise<void>
}

/** The handler's view of the buyer: who paid or signed in, and how. */
export type Buyer =
  | {
      kind: 'payment'
      paymentId: string
      payer: string
      network: string
      scheme: string
      maximumAtomic: bigint
    }
  | { kind: 'sign-in'; address: string }
  | { kind: 'session'; address: string }

export type HandlerContext = {
  /** Concrete path parameters, decoded once. */
  params: Record<string, string>
  buyer: Buyer
  /** Sets the amount of an `upto` payment. Without a call the maximum is charged. */
  meter: Meter
  signal: AbortSignal
}

export type PaidHandler = (request: Request, context: HandlerContext) => Response | Promise<Response>

/** The configuration by which the site's own routes are paid and visitors sign in. */
export type RouteSite = {
  /** One option per network that is configured and has an address to pay to. */
  priced: (scheme: PricedOption['scheme'], price: string) => PricedOption[]
  signInNetworks: string[]
}

export type PaidRoute = {
  /** `<METHOD> <path>`; the path may hold `[name]` and `*` segments. */
  key: string
  config: (site: RouteSite) => RouteConfig
  handler: PaidHandler
  /** A path for its listing, with values for the parameters. */
  samplePath?: string
}

/** A route as the gate serves it: options with amounts and wallets filled in, extensions in wire shape. */
export type CompiledRoute = {
  key: string
  method: RouteMethod
  pattern: RoutePattern
  config: RouteConfig
  handler: PaidHandler
  accepts: PaymentRequirements[]
  /** The part of `accepts` that every 402 names: without what only pages are told of. */
  told: PaymentRequirements[]
  /** Wallets of the facilitator that a buyer may name instead of the offered one. */
  interchangeable: InterchangeableExtra
  /** Terms that were offered before, and may still be paid. */
  past: PastTerms[]
  /** The facilitator's `/supported` as text; null where it was not asked. */
  supportedText: string | null
  isAuthOnly: boolean
  signIn: RouteSignIn | null
  resource: { url: string | undefined; info: Omit<ResourceInfo, 'url'> }
  extensions: Record<string, unknown>
  /** The extension that names passes on sale; not compared with what a payment echoes, since it offers no terms. */
  passes: object | null
  /** The bazaar declaration with the concrete path parameters of one request. */
  buildBazaar: ((params: Record<string, string>) => BazaarExtension | null) | null
  maxRequestBytes: number
  handlerTimeoutSeconds: number
  /** Null where it offers no sign-in. */
  signInTerms: SignInTerms | null
}

/** Former terms of a route. `until`: when they lapse, by `performance.now()`. */
export type PastTerms = Pick<CompiledRoute, 'accepts' | 'interchangeable'> & { until: number }
