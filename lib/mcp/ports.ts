import type { PricedOption } from '@/lib/base/x402/payment-option'
import type { RouteTerms } from '@/lib/base/x402/route-terms'
import type {
  HandlerContext,
  ResourceInfoConfig,
  RouteConfig,
  SignInDeclaration,
} from '@/lib/gate/resource-server/route-config'

/** What a paid tool knows of its call: who paid or signed in, and what sets the charge. */
export type PaidCall = Pick<HandlerContext, 'buyer' | 'signal'> & {
  meter: Pick<HandlerContext['meter'], 'setAmount' | 'charge'>
}

/** A request to one tool, answered by the gate as it answers a paid route. */
type ToolAnswer = (request: Request) => Promise<Response>

/** A tool as the gate sells it. */
export type ToolRoute = Pick<
  RouteConfig,
  'settle' | 'handlerTimeoutSeconds' | 'manySmallCalls' | 'query' | 'stored'
> & {
  toolName: string
  accepts: PricedOption[]
  description: string
  resource: Pick<ResourceInfoConfig, 'serviceName' | 'tags' | 'iconUrl'>
  /** What payments are filed under, for a tool that belongs to a paid route. */
  routeKey?: string
  extensions: { bazaar: Record<string, unknown>; 'sign-in-with-x'?: SignInDeclaration }
  handler: (request: Request, call: PaidCall) => Promise<Response>
}

/** The gate of the resource server: ledger, claims, metering and entitlements are its own. */
export type ToolGatePort = {
  /**
   * Puts the tool behind the gate; `url` is where requests to it are addressed, inside this process alone, unless they
   * name an address of its route, and `terms` is what it asks for now, which fails while it cannot be sold.
   */
  protect: (route: ToolRoute) => { url: string; answer: ToolAnswer; terms: () => Promise<RouteTerms> }
}

/** An entry as the catalog lists it; what this room reads of it. */
export type CatalogEntry = {
  resource: string
  type: string
  accepts: { scheme: string; network: string; amount?: string; asset?: string; payTo?: string }[]
  metadata: { turnpike: { key: string } }
  description?: string
  serviceName?: string
  discoveryInfo: { input: Record<string, unknown> }
}

export type CatalogPort = {
  /** Parameters of the search endpoint; fails with `INVALID_PARAMETER` beyond their bounds. */
  search: (parameters: Record<string, string>) => Promise<{
    resources: CatalogEntry[]
    partialResults?: true
    pagination: { limit: number; cursor: string | null }
  }>
  /** One entry with its history, by its key; null when nothing is listed there. */
  get: (key: string) => Promise<object | null>
  /** CAIP-2 networks on which listed entries can be paid. */
  networks: () => Promise<string[]>
}

type OutboundRequest = {
  url: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** JSON. */
  body: string | null
  /** The payment as HTTP carries it. */
  payment: string | null
  /** The proof of a sign-in as HTTP carries it. */
  signIn: string | null
  /** Whose place it takes among the calls under way. */
  caller: string
}

/** `fault` says why there is no answer. `isSent`: the request may have reached its server. */
export type OutboundAnswer =
  | { kind: 'answer'; status: number; headers: Record<string, string>; body: Uint8Array }
  | { kind: 'fault'; message: string; isSent: boolean }

/** Requests a listed resource: bounded in size, time and number, no redirects. Throws a `DomainError` before it sends. */
export type OutboundPort = { send: (request: OutboundRequest) => Promise<OutboundAnswer> }
