import type { Clock } from '@/lib/base/infra/clock'
import type { Turn } from '@/lib/base/infra/concurrency'
import type { Database } from '@/lib/base/infra/database'
import type { Logger } from '@/lib/base/infra/logger'
import type { ClaimLimits, LeastClaims } from '@/lib/payments/channels/claims'
import type { Leases } from '@/lib/payments/leases'
import type { ChainsPort, FacilitatorPort, GateObserver, PaymentPagePort, SessionPort, SignInPort } from './ports'

type GatePorts = {
  facilitator: FacilitatorPort
  chains: ChainsPort
  signIn: SignInPort
  sessions?: SessionPort
  paymentPage?: PaymentPagePort
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
  /** Limits at which channels are claimed; absent where no route uses channels. */
  claimLimits?: ClaimLimits
  /** Least claims that are worth their gas; absent where others pay for it. */
  leastClaims?: LeastClaims
  ports: GatePorts
  observer: GateObserver
}
