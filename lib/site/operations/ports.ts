import type { Database } from '@/lib/base/infra/database'
import type { Logger } from '@/lib/base/infra/logger'

/** A network that this site sells on, or another operator's facilitator that it settles through. */
export type NetworkPort = {
  /** Its name for people. */
  name: string
  /** The fault in words, without an address; null when it answers. */
  findFault: () => Promise<string | null>
}

/** How many rows wait in one state, and since when the oldest does. */
type Waiting = { state: string; count: number; oldestAt: Date | null }

/** Figures of the rooms, read with the metrics. */
export type FiguresPort = {
  openPayments: () => Promise<Waiting[]>
  openSettlements: () => Promise<Waiting[]>
  webhooks: () => Promise<{ waiting: number; overdue: number; failed: number }>
  crawler: () => Promise<{ due: number; probesLastHour: number; failedLastHour: number; waitingListings: number }>
  catalogEntries: () => Promise<number>
  instances: () => Promise<{ isAlive: boolean }[]>
  /** How many nodes of each network answer, are configured, and are needed by payments. */
  nodes: () => Promise<{ network: string; answering: number; configured: number; needed: number }[]>
  /** Updates the facilitator's own gauges. */
  facilitator: () => Promise<void>
}

export type OperationsContext = {
  database: Database
  log: Pick<Logger, 'warn'>
  networks: NetworkPort[]
  /** Facilitators of others that it settles through. */
  facilitators: NetworkPort[]
  /** Names of the migrations that this version needs. */
  migrations: readonly string[]
}
