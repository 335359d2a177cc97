import type { CheckName, FindingState } from './doctor/finding'

/** How many rows wait in one state, and since when the oldest does. */
type WaitingCount = { state: string; count: number; oldestAt: Date | null }

export type FiguresPort = {
  openPayments: () => Promise<WaitingCount[]>
  openSettlements: () => Promise<WaitingCount[]>
  webhooks: () => Promise<{ waiting: number; overdue: number; failed: number }>
  crawler: () => Promise<{ due: number; probesLastHour: number; failedLastHour: number; waitingListings: number }>
  catalogEntries: () => Promise<number>
  instances: () => Promise<{ isAlive: boolean }[]>
  /** How many nodes of each network answer, are configured, and are needed by payments. */
  nodes: () => Promise<{ network: string; answering: number; configured: number; needed: number }[]>
  checks: () => Promise<Partial<Record<CheckName, FindingState>>>
  facilitator: () => Promise<void>
}
