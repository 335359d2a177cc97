import { type DatabaseTransaction, Prisma } from '@/lib/base/infra/database'

/** How often a shop may ask: each claim costs the site's gas. */
const ASK_MINUTES = 5

/** Channels that one request moves; the others are claimed when they are due. */
const MAX_ASKED = 1_000

const UNDER_WAY_SECONDS = 5

export type AskedClaim = { network: string; asset: string; unclaimedAtomic: bigint }

/**
 * Makes the next pass of the claiming job claim a shop's channels. Returns the channels that were asked for, or null
 * when the shop has asked a short while ago. Joins the caller's transaction, which lets one request in at a time.
 */
export async function askClaims(transaction: DatabaseTransaction, handle: string): Promise<AskedClaim[] | null> {
  const [last] = await transaction.$queryRaw<{ isRecent: boolean | null }[]>`
    SELECT max(claim_asked_at) > now() - interval '${Prisma.raw(String(ASK_MINUTES))} minutes' AS "isRecent"
    FROM payment_channels WHERE shops @> ARRAY[${handle}]`
  if (last?.isRecent) return null
  return transaction.$queryRaw<AskedClaim[]>`
    WITH owed AS (
      SELECT network, id FROM payment_channels
      WHERE shops @> ARRAY[${handle}] AND unclaimed_since IS NOT NULL AND signature IS NOT NULL
      ORDER BY network, id LIMIT ${MAX_ASKED} FOR UPDATE)
    UPDATE payment_channels channel SET claim_asked_at = now(),
      next_claim_at = CASE WHEN next_claim_at > now() + interval '${Prisma.raw(String(UNDER_WAY_SECONDS))} seconds'
        THEN next_claim_at ELSE now() END
    FROM owed WHERE channel.network = owed.network AND channel.id = owed.id
    RETURNING channel.network, token AS asset, charged_atomic - claimed_atomic AS "unclaimedAtomic"`
}
