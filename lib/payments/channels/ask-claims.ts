import { type DatabaseTransaction, Prisma } from '@/lib/base/infra/database'

/** How often a shop may ask: each time costs the site's gas. */
const ASK_MINUTES = 5

/** Channels that one asking moves; the others are claimed when they are due. */
const MAX_ASKED = 1_000

/** What a claim already under way leaves free of a second one. */
const UNDER_WAY_SECONDS = 5

export type AskedClaim = { network: string; asset: string; unclaimedAtomic: bigint }

/**
 * Has what a shop's channels owe claimed by the next pass of the job that claims channels: each channel that was asked
 * for, or null when the shop has asked a short while ago. Joins the caller's transaction, which lets one ask at a time.
 */
export async function askClaims(transaction: DatabaseTransaction, handle: string): Promise<AskedClaim[] | null> {
  const [last] = await transaction.$queryRaw<{ isRecent: boolean | null }[]>`
    SELECT max(claim_asked_at) > now() - interval '${Prisma.raw(String(ASK_MINUTES))} minutes' AS "isRecent"
    FROM payment_channels WHERE shops @> ARRAY[${handle}]`
  if (last?.isRecent) return null
  const rows = await transaction.$queryRaw<{ network: string; asset: string; unclaimed: string }[]>`
    WITH owed AS (
      SELECT network, id FROM payment_channels
      WHERE shops @> ARRAY[${handle}] AND unclaimed_since IS NOT NULL AND signature IS NOT NULL
      ORDER BY network, id LIMIT ${MAX_ASKED} FOR UPDATE)
    UPDATE payment_channels channel SET claim_asked_at = now(),
      next_claim_at = CASE WHEN next_claim_at > now() + interval '${Prisma.raw(String(UNDER_WAY_SECONDS))} seconds'
        THEN next_claim_at ELSE now() END
    FROM owed WHERE channel.network = owed.network AND channel.id = owed.id
    RETURNING channel.network, token AS asset, (charged_atomic - claimed_atomic)::text AS unclaimed`
  return rows.map(({ network, asset, unclaimed }) => ({ network, asset, unclaimedAtomic: BigInt(unclaimed) }))
}
