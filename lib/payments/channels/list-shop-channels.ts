import { type Database, Prisma } from '@/lib/base/infra/database'
import type { ChannelSum, ChannelView } from '@/lib/base/x402/channel-view'
import { isAsked } from './claims'

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
  return database.$queryRaw<ChannelView[]>`
    SELECT id AS "channelId", network, token AS asset, payer, receiver AS "payTo", ${leftAtomic} AS "leftAtomic",
      charged_atomic AS "chargedAtomic", ${unclaimedAtomic} AS "unclaimedAtomic",
      withdraw_requested_at IS NOT NULL AS "isClosing", ${isAsked} AS "isClaimAsked", is_unsettled AS "isPayoutDue",
      opened_at AS "openedAt", charged_at AS "lastCallAt", claimed_at AS "claimedAt",
      claim_transaction AS "claimTransaction", claim_gas AS "claimGas", claimed_together AS "claimedTogether"
    FROM payment_channels WHERE shops @> ARRAY[${handle}] ${place}
    ORDER BY opened_at DESC, id DESC LIMIT ${limit}`
}

/** Sums over channels with money in them, by network and asset. */
export const sumShopChannels = (database: Database, handle: string): Promise<ChannelSum[]> =>
  database.$queryRaw<ChannelSum[]>`
    SELECT network, token AS asset, count(*)::int AS channels, sum(${leftAtomic}) AS "leftAtomic",
      sum(${unclaimedAtomic}) AS "unclaimedAtomic", bool_or(${isAsked}) AS "isClaimAsked"
    FROM payment_channels
    WHERE shops @> ARRAY[${handle}] AND (balance_atomic > charged_atomic OR charged_atomic > claimed_atomic)
    GROUP BY 1, 2 ORDER BY sum(${unclaimedAtomic}) DESC, 1, 2`
