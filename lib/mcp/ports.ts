import type { PricedOption, RouteTerms } from '@/lib/base/x402/payment-option'
import type { presentEntry } from '@/lib/bazaar/browse/present-entry'
import type {
  HandlerContext,
  ResourceInfoConfig,
  RouteConfig,
  RouteSignIn,
} from '@/lib/gate/resource-server/route-config'

/** A paid tool's view of its call: who paid or signed in, and how to set the charge. */
export type PaidCall = Pick<HandlerContext, 'buyer' | 'signal'> & {
  meter: Pick<HandlerContext['meter'], 'setAmount' | 'charge'>
}

/** Sends a request to one tool, which the gate answers like a paid route. */
type ToolAnswer = (request: Request) => Promise<Response>

export type ToolRoute = Pick<
  RouteConfig,
  'settle' | 'handlerTimeoutSeconds' | 'manySmallCalls' | 'query' | 'stored' | 'passes' | 'passSeconds'
> & {
  toolName: string
  accepts: PricedOption[]
  description: string
  resource: Pick<ResourceInfoConfig, 'serviceName' | 'tags' | 'iconUrl'>
  /** Route key of its payments, for a tool that belongs to a paid route. */
  routeKey?: string
  extensions: { bazaar: Record<string, unknown>; 'sign-in-with-x'?: RouteSignIn }
  handler: (request: Request, call: PaidCall) => Promise<Response>
}

/** The resource server's gate, with its ledger, claims, metering and entitlements. */
export type ToolGatePort = {
  /**
   * Puts the tool behind the gate. Requests to it are addressed to `url`, only inside this process, unless they name an
   * address of its route. `terms` returns its present terms, and fails while it cannot be sold.
   */
  protect: (route: ToolRoute) => { url: string; answer: ToolAnswer; terms: () => Promise<RouteTerms> }
}

export type CatalogEntry = ReturnType<typeof presentEntry>

export type ToolCatalog = {
  /** Parameters of the search endpoint; fails with `INVALID_PARAMETER` beyond their bounds. */
  search: (parameters: Record<string, string>) => Promise<{
    resources: CatalogEntry[]
    partialResults?: true
    pagination: { limit: number; cursor: string | null }
  }>
  get: (key: string) => Promise<object | null>
  /** Fails with `INVALID_URL` and `PROBE_TOO_SOON`. */
  preflight: (resource: { url: string; method?: string | undefined }) => Promise<object>
}
