import type { Chains } from '@/lib/base/chains/chains'
import type { Payee, PayeeFault } from '@/lib/base/chains/payee-fault'
import type { Clock } from '@/lib/base/infra/clock'
import type { Turn } from '@/lib/base/infra/concurrency'
import type { Database } from '@/lib/base/infra/database'
import type { Logger } from '@/lib/base/infra/logger'
import type { PricedOption } from '@/lib/base/x402/payment-option'
import type { ResourceUri } from '@/lib/base/x402/resource-uri'
import type { SignInTerms } from '@/lib/base/x402/sign-in-challenge'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import type { Leases } from '@/lib/payments/leases'
import type { LedgerRow } from '@/lib/payments/ledger'
import type { Right } from '@/lib/payments/right'
import type { Entitlement } from '@/lib/payments/settling-note'
import type { SignInContext } from '../sign-in/sign-in-context'
import type { FacilitatorPort, GateObserver } from './ports'
import type { CompiledRoute, RouteConfig } from './route-config'

/** The body of a request, which a route either reads whole before it works, or passes on as it comes. */
export type RequestBody = {
  /** Resolves to whether the route accepts its size, as far as that is known before it is passed on. */
  fits(): Promise<boolean>
  /** For the handler: the bytes, or a stream that can be taken once. Null without a body, and where it is too large. */
  open(): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null>
  /** Tells it apart from other bodies: its bytes, or the sender's description of a body that is not read here. */
  mark(): Promise<Uint8Array | string>
  /** True if equal marks mean equal bodies. */
  isTold: boolean
}

export type OpenedRequest = {
  route: CompiledRoute
  /** In the time of `performance.now`. */
  startedAt: number
  facts: PaymentFacts
  request: Request
  isHead: boolean
  params: Record<string, string>
  /** Ours, canonical: public origin, concrete path, the query parameters that count. */
  resourceUri: ResourceUri
  /** The resource's name in the challenge: the seller's own name for it, else the resource URI. */
  resourceUrl: string
  right: Right
  /** Rights that a payment settled now gives beyond its own answer. */
  entitlement: Entitlement
  /** At the address of the right; null where the route offers no sign-in. */
  signInTerms: SignInTerms | null
  body: RequestBody
  /** Equal for two requests for the same thing: method, resource and the body's mark. */
  fingerprint: () => Promise<string>
}

/** Facts about a payment that became known while its request was answered. */
type PaymentFacts = {
  paymentId?: string
  network?: string
  scheme?: string
  /** Why the handler's answer was not worth its price. */
  handlerReason?: string
  /** The status that the seller's own server answered with, where a route asks one. */
  upstreamStatus?: number
  /** How a success is called: of a payment that was made before, or of a voucher for a running stream. */
  settledAs?: 'settled' | 'repeated' | 'continued'
  /** The answer is a stream, whose end writes the line. */
  isStream?: boolean
}

/** A payment with the ledger's key of it, and its answer when the ledger holds it under that key. */
type ReadForPast = { key: string; answer: (opened: OpenedRequest, row: LedgerRow) => Promise<Response | null> }

/** A way to pay, as the gate needs it. */
export type PaidScheme = {
  answer: (
    gate: Gate,
    opened: OpenedRequest,
    payload: PaymentPayload,
    requirements: PaymentRequirements,
  ) => Promise<Response>
  /** Reads a payment under terms that may come from anyone; null where it does not fit them. */
  read: (gate: Gate, payload: PaymentPayload, requirements: PaymentRequirements) => Promise<ReadForPast | null>
  /** The options of a route to which the scheme adds its own, or which it replaces; null where it does neither. */
  offer?: (config: RouteConfig, isSettled: (option: PricedOption) => boolean) => PricedOption[] | null
  /** Answers a request without payment about an earlier one; null for every other. */
  question?: (gate: Gate, opened: OpenedRequest) => Promise<Response> | null
  /** Ends what requests that ended have left open, and returns the number; safe to repeat. */
  finish?: (gate: Gate) => Promise<number>
  jobs?: (gate: Gate) => { name: string; intervalMs: number; quietMs?: number; run: () => Promise<unknown> }[]
}

/** Everything that answering a paid request needs; `compose` builds it once per process. */
export type Gate = {
  leases: Leases
  /** Scheme, host and port that buyers know; the Host header is ignored. */
  publicOrigin: string
  database: Database
  clock: Clock
  log: Logger
  /** Waits until it is the caller's turn to have a payment checked. Fails with QUEUE_FULL. */
  takeTurn: (request: Request) => Promise<Turn>
  /** Ways to pay that are not one transfer, by the scheme's name. */
  schemes: Readonly<Record<string, PaidScheme>>
  facilitator: FacilitatorPort
  chains: Chains
  /** Why no payment can reach a payee; null when one can, or when the chain does not answer in time. */
  findPayeeFault: (payee: Payee) => Promise<PayeeFault | null>
  signIn: SignInContext
  /** True for the gate of a site: its pages show a 402 to people, and sign browsers in. */
  hasPages: boolean
  observer: GateObserver
}
