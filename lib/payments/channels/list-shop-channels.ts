import { type Database, Prisma } from '@/lib/base/infra/database'
import type { ChannelSum, ChannelView } from '@/lib/base/x402/channel-view'
import { isAsked } from './claims'

/** Amounts come from the database as digits. */
type Stored<View, Amounts extends keyof View> = Omit<View, Amounts> & Record<Amounts, string>

const leftAtomic = Prisma.raw('greatest(balance_atomic - charged_atomic, 0)')
const unclaimedAtomic = Prisma.raw('greatest(charged_atomic - claimed_atomic, 0)')

/** Channels that paid for calls of a shop, newest first, starting after a given one. */
export async function listShopChannels(
  database: Database,
  { handle, after, limit }: { handle: string; after: string | null; limit: number },
): Promise<ChannelView[]> {
  const place = after
    ? Prisma.sql`AND (opened_at, id) < (
        SELECT opened_at, id FROM payment_channels WHERE id = ${after} AND shops @> ARRAY[${handle}] LIMIT 1)`
    : Prisma.empty
  const rows = await database.$queryRaw<Stored<ChannelView, 'leftAtomic' | 'chargedAtomic' | 'unclaimedAtomic'>[]>`
    SELECT id AS "channelId", network, token AS asset, payer, receiver AS "payTo", ${leftAtomic}::text AS "leftAtomic",
      charged_atomic::text AS "chargedAtomic", ${unclaimedAtomic}::text AS "unclaimedAtomic",
      withdraw_requested_at IS NOT NULL AS "isClosing", ${isAsked} AS "isClaimAsked", is_unsettled AS "isPayoutDue",
      opened_at AS "openedAt", charged_at AS "lastCallAt", claimed_at AS "claimedAt",
      claim_transaction AS "claimTransaction", claim_gas AS "claimGas", claimed_together AS "claimedTogether"
    FROM payment_channels WHERE shops @> ARRAY[${handle}] ${place}
    ORDER BY opened_at DESC, id DESC LIMIT ${limit}`
  return rows.map((row) => ({
    ...row,
    leftAtomic: BigInt(row.leftAtomic),
    chargedAtomic: BigInt(row.chargedAtomic),
    unclaimedAtomic: BigInt(row.unclaimedAtomic),
  }))
}

/** Sums over channels with money in them, by network and asset. */
export async function sumShopChannels(database: Database, handle: string): Promise<ChannelSum[]> {
  const rows = await database.$queryRaw<Stored<ChannelSum, 'leftAtomic' | 'unclaimedAtomic'>[]>`
    SELECT network, token AS asset, count(*)::int AS channels, sum(${leftAtomic})::text AS "leftAtomic",
      sum(${unclaimedAtomic})::text AS "unclaimedAtomic", bool_or(${isAsked}) AS "isClaimAsked"
    FROM payment_channels
    WHERE shops @> ARRAY[${handle}] AND (balance_atomic > charged_atomic OR charged_atomic > claimed_atomic)
    GROUP BY 1, 2 ORDER BY sum(${unclaimedAtomic}) DESC, 1, 2`
  return rows.map((row) => ({
    ...row,
    leftAtomic: BigInt(row.leftAtomic),
    unclaimedAtomic: BigInt(row.unclaimedAtomic),
  }))
}
