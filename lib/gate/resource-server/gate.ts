import type { Chains } from '@/lib/base/chains/chains'
import type { Payee, PayeeFault } from '@/lib/base/chains/payee-fault'
import type { Clock } from '@/lib/base/infra/clock'
import type { Turn } from '@/lib/base/infra/concurrency'
import type { Database } from '@/lib/base/infra/database'
import type { Logger } from '@/lib/base/infra/logger'
import type { PricedOption } from '@/lib/base/x402/payment-option'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import type { Leases } from '@/lib/payments/leases'
import type { LedgerRow } from '@/lib/payments/ledger-row'
import type { SignInContext } from '../sign-in/sign-in-context'
import type { OpenedRequest } from './opened-request'
import type { FacilitatorPort, GateObserver } from './ports'
import type { RouteConfig } from './route-config'

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
