import type { SettlementChain } from '@/lib/base/chains/settlement/settlement-chain'

const MAX_LAG_MS = 2_000

/** For how long a node may lag behind another one at the same address. */
export const maxLagMs = ({ pollIntervalMs }: Pick<SettlementChain, 'pollIntervalMs'>): number =>
  Math.max(MAX_LAG_MS, 2 * pollIntervalMs)
