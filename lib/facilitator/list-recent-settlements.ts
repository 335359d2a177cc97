import { createHash } from 'node:crypto'
import { assetOf } from '@/lib/base/chains/assets'
import type { Database } from '@/lib/base/infra/database'
import { isSameAddress } from '@/lib/base/x402/addresses'
import { familyOf } from '@/lib/base/x402/networks'
import { toBigInt } from './ledger/settlement-record'

export type RecentSettlement = {
  /** Unique per settlement; several may share a transaction. */
  id: string
  at: Date
  network: string
  amountAtomic: bigint
  /** The token; null for one that we do not know. */
  asset: { decimals: number; symbol: string } | null
  transaction: string
}

const MAX_LISTED = 50

/** The latest settlements that moved money, newest first. Without payers, so that no buyer can be tracked. */
export async function listRecentSettlements(database: Database, limit: number): Promise<RecentSettlement[]> {
  const rows = await database.settlement.findMany({
    // A claim of vouchers moves no money yet.
    where: { state: 'settled', decidedAt: { not: null }, NOT: { nonce: { startsWith: 'claim/' } } },
    orderBy: { decidedAt: 'desc' },
    take: Math.min(limit, MAX_LISTED),
    select: {
      key: true,
      decidedAt: true,
      network: true,
      asset: true,
      amountAtomic: true,
      settleAmountAtomic: true,
      transaction: true,
    },
  })
  return rows.map((row) => ({
    id: createHash('sha256').update(row.key).digest('hex').slice(0, 16),
    at: row.decidedAt ?? new Date(0),
    network: row.network,
    amountAtomic: toBigInt(row.settleAmountAtomic ?? row.amountAtomic),
    asset: knownAsset(row.network, row.asset),
    transaction: row.transaction ?? '',
  }))
}

function knownAsset(network: string, address: string): RecentSettlement['asset'] {
  const asset = assetOf(network)
  const family = familyOf(network)
  if (!asset || !family || !isSameAddress(family, asset.address, address)) return null
  return { decimals: asset.decimals, symbol: asset.symbol }
}
