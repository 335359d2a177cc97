import type { Database } from '@/lib/base/infra/database'
import type { Logger } from '@/lib/base/infra/logger'

/** A network that this site sells on, or the facilitator of others that it uses. */
export type NetworkPort = {
  /** As people know it. */
  name: string
  /** What is wrong with it, in words without an address; null when it answers. */
  findFault: () => Promise<string | null>
}

/** How many rows wait in one state, and since when the oldest of them does. */
type Waiting = { state: string; count: number; oldestAt: Date | null }

/** What the rooms tell of themselves when metrics are read. */
export type FiguresPort = {
  openPayments: () => Promise<Waiting[]>
  openSettlements: () => Promise<Waiting[]>
  webhooks: () => Promise<{ waiting: number; overdue: number; failed: number }>
  crawler: () => Promise<{ due: number; probesLastHour: number; failedLastHour: number; waitingListings: number }>
  catalogEntries: () => Promise<number>
  instances: () => Promise<{ isAlive: boolean }[]>
  /** How many nodes of each network answer, are configured, and are needed by payments. */
  nodes: () => Promise<{ network: string; answering: number; configured: number; needed: number }[]>
  /** Brings the facilitator's own gauges up to date. */
  facilitator: () => Promise<void>
}

export type OperationsContext = {
  database: Database
  log: Pick<Logger, 'warn'>
  networks: NetworkPort[]
  /** Names of the migrations that this version needs. */
  migrations: readonly string[]
}
