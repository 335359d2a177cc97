import type { SettlementChain } from '@/lib/chains/settlement/settlement-chain'

const MAX_LAG_MS = 2_000

/** For how long a node may lack what another one behind the same address has shown. */
export const maxLagMs = ({ pollIntervalMs }: Pick<SettlementChain, 'pollIntervalMs'>): number =>
  Math.max(MAX_LAG_MS, 2 * pollIntervalMs)
