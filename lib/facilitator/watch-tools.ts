import type { SettlementChain } from '@/lib/base/chains/settlement/settlement-chain'
import type { FacilitatorDeps, FacilitatorLimits } from './ports'
import type { SettleAlone } from './settlement-end'

export type WatchTools = Pick<FacilitatorDeps, 'database' | 'log' | 'callerLedger'> & {
  chain: SettlementChain
  limits: FacilitatorLimits
  /** Names this instance among those that watch the same wallets. */
  holder: string
  /** Takes a settlement out of a transaction that does not settle it, into one of its own. */
  settleAlone: SettleAlone
}
