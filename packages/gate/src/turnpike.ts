import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SignInDeclaration } from '@/lib/base/x402/sign-in-challenge'
import type { SdkFacilitator } from '@/lib/gate/resource-server/facilitators/sdk-facilitator'
import type { PaidHandler, RouteConfig } from '@/lib/gate/resource-server/route-config'

/** One network that is sold on. */
export type NetworkOptions = {
  /** Who is paid there. */
  payTo: string
  /** A node of it, or several: the chain decides where a facilitator's word is in doubt. */
  rpc: string | string[]
  /** Blocks before a settlement that was looked up counts; 1 when omitted. */
  confirmations?: number
}

export type FacilitatorOptions = {
  /** `/verify`, `/settle` and `/supported` are appended. */
  url: string
  /** Sent as a bearer token. */
  token?: string
}

type AnyFacilitator = string | FacilitatorOptions | SdkFacilitator

export type TurnpikeOptions = {
  /** Scheme, host and port that buyers know, such as `https://api.example.com`; the Host header decides nothing. */
  origin: string
  databaseUrl: string
  /** The schema that `migrate` made there; `turnpike` when omitted. */
  schema?: string
  /** One, or several in the order of preference: by URL, or in this process. */
  facilitator: AnyFacilitator | AnyFacilitator[]
  /** By CAIP-2 identifier, such as `eip155:8453`. Nothing is sold on any other. */
  networks: Record<string, NetworkOptions>
  /** At least 32 characters, the same in every process; for routes with `signIn`. */
  secret?: string
  /** JSON lines on stdout; `warn` when omitted. */
  logLevel?: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

/** The price of one route, and how it is sold. */
export type PaidTerms = {
  /** `$0.01`; with `upto` the most that is charged. */
  price: string
  /** `exact` when omitted; with `upto` the handler says what is charged, by its meter, and a stream is paid part by part. */
  scheme?: 'exact' | 'upto'
  /** Lets a wallet that has paid come again by signing in; needs the option `secret`. */
  signIn?: true | SignInDeclaration
  /** Description of the route for a bazaar. */
  bazaar?: Record<string, unknown>
  /** Runs for every request with a payment or a sign-in, before anything is done with it. A throw refuses it, unpaid. */
  onProtectedRequest?: NonNullable<RouteConfig['hooks']>['onProtectedRequest']
  /** Runs after a settlement was recorded. A throw is logged; the buyer gets the content anyway. */
  afterSettlement?: NonNullable<RouteConfig['hooks']>['afterSettlement']
} & Pick<
  RouteConfig,
  | 'description'
  | 'mimeType'
  | 'query'
  | 'settle'
  | 'manySmallCalls'
  | 'isStreaming'
  | 'handlerTimeoutSeconds'
  | 'maxRequestBytes'
>

/** The parts of Express's request that are used, beside Node's own. */
export type ExpressRequest = IncomingMessage & {
  originalUrl?: string
  baseUrl?: string
  route?: { path?: unknown }
  ip?: string | undefined
  body?: unknown
}
export type ExpressResponse = ServerResponse & { locals?: Record<string, unknown> }

export type ExpressHandler = (
  req: ExpressRequest,
  res: ExpressResponse,
  next: (error?: unknown) => void,
) => Promise<void>

/** The parts of Hono's context that are used. */
export type HonoContext = {
  req: { raw: Request; readonly routePath: string; arrayBuffer: () => Promise<ArrayBuffer> }
  res: Response | undefined
  set: (key: never, value: never) => void
}

export type HonoHandler = (context: HonoContext, next: () => Promise<void>) => Promise<void>

/** The exports of a route file of Next.js. */
type RouteHandlers = Record<
  'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS',
  (request: Request) => Promise<Response>
>

/** Puts prices on the routes of a server. */
export type Turnpike = {
  /** `app.get('/weather', turnpike.express({ price: '$0.01' }), handler)` */
  express: (terms: PaidTerms) => ExpressHandler
  /** `app.get('/weather', turnpike.hono({ price: '$0.01' }), handler)` */
  hono: (terms: PaidTerms) => HonoHandler
  /** `export const { GET, HEAD, OPTIONS } = turnpike.next('GET /api/weather', { price: '$0.01' }, handler)` */
  next: (route: string, terms: PaidTerms, handler: PaidHandler) => RouteHandlers
  /** The same for servers that answer a `Request` with a `Response`. */
  fetch: (route: string, terms: PaidTerms, handler: PaidHandler) => (request: Request) => Promise<Response>
  /**
   * Opens the database now instead of with the first request, asks the facilitator and each node, and fails with the
   * cause when it cannot sell or a node is of another network.
   */
  ready: () => Promise<void>
  /** Waits for payments under way, then leaves the database. */
  close: () => Promise<void>
}
