import type { SettlementChain } from '@/lib/base/chains/settlement/settlement-chain'
import type { FacilitatorDeps, FacilitatorLimits } from './ports'
import type { SettleAlone } from './settlement-end'

export type WatchTools = Pick<FacilitatorDeps, 'database' | 'log' | 'callerLedger'> & {
  chain: SettlementChain
  limits: FacilitatorLimits
  /** Identifies this instance among those that watch the same wallets. */
  holder: string
  /** Moves a settlement from a transaction that does not settle it to a separate one. */
  settleAlone: SettleAlone
}

const MAX_LAG_MS = 2_000

/** For how long a node may lag behind another one at the same address. */
export const maxLagMs = ({ pollIntervalMs }: Pick<SettlementChain, 'pollIntervalMs'>): number =>
  Math.max(MAX_LAG_MS, 2 * pollIntervalMs)
