import type { BazaarExtension } from '@/lib/base/x402/bazaar'
import type { InterchangeableExtra } from '@/lib/base/x402/match-requirements'
import type { ResourceInfo } from '@/lib/base/x402/resource-info'
import type { RouteMethod, RoutePattern } from '@/lib/base/x402/route-pattern'
import type { SignInTerms } from '@/lib/base/x402/sign-in-challenge'
import type { PaymentRequirements } from '@/lib/base/x402/wire'
import type { MeterTerms } from './meter'
import type { PaidHandler, RouteConfig, RouteSignIn } from './route-config'

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
  meterTerms: (requirements: PaymentRequirements) => MeterTerms
  /** Null where it offers no sign-in. */
  signInTerms: SignInTerms | null
}

/** Former terms of a route. `until`: when they lapse, by `performance.now()`. */
export type PastTerms = Pick<CompiledRoute, 'accepts' | 'interchangeable'> & { until: number }
