import { type Database, type DatabaseTransaction, type Sql, sql } from '@/lib/base/infra/database'
import type { ChannelKey } from '@/lib/base/x402/payment-channel'
import { type ChannelConfig } from '@/lib/channels/chain/channel-payload'

/** When charged money is claimed on chain, whichever comes first. A payer's withdrawal has it claimed at once. */
export type ClaimLimits = {
  afterSeconds: number
  /** Unclaimed sum of one channel, in atomic units of a token with six decimals. */
  aboveAtomic: bigint
  /** By network: a smaller sum is not worth the gas of its claim, and waits until there is more. Atomic units. */
  least?: Record<string, bigint>
}

export const USUAL_CLAIM_LIMITS = { afterSeconds: 3_600, aboveAtomic: 5_000_000n }

export type ClaimableChannel = ChannelKey & {
  config: ChannelConfig
  /** Charged amount, as far as the channel holds it. */
  chargedAtomic: bigint
  signedAtomic: bigint
  signature: string
}

/** How long a claim that was begun keeps others from claiming the channel. */
const CLAIM_MINUTES = 2

/** SQL: a seller has asked for a claim, and none was made since. */
export const isAsked = sql.raw(`(unclaimed_since IS NOT NULL AND claim_asked_at IS NOT NULL
  AND claim_asked_at > coalesce(claimed_at, 'epoch'))`)

/** Pause between two looks at a channel with an unclaimed amount. */
const LOOK_SECONDS = 5

export const channelConfig = sql.raw(`jsonb_build_object('payer', payer, 'payerAuthorizer', payer_authorizer,
  'receiver', receiver, 'receiverAuthorizer', receiver_authorizer, 'token', token, 'withdrawDelay', withdraw_delay,
  'salt', salt)`)

/** SQL: the fields of a claim. A payer who took money back late has left less than was charged. */
const columns = sql`channel.network, channel.id, ${channelConfig} AS config,
  least(charged_atomic, balance_atomic) AS "chargedAtomic", signed_atomic AS "signedAtomic", signature`

/**
 * Takes channels that are due to be claimed, by setting the time of the next try: of any number of instances, one
 * claims a channel. Due channels come first, and among them those whose payer is leaving, so that claims that are not
 * worth their gas hold up none that are.
 */
export async function takeClaims(database: Database, limits: ClaimLimits, most: number): Promise<ClaimableChannel[]> {
  const least = JSON.stringify(limits.least, (_, value) => (typeof value === 'bigint' ? value.toString() : value))
  const rows = await database.rows<ClaimableChannel & { isDue: boolean; isLeaving: boolean }>(sql`
    WITH looked AS (
      SELECT network, id, is_due
      FROM payment_channels, LATERAL (SELECT ${isAsked}
          OR (withdraw_requested_at IS NOT NULL
            OR unclaimed_since <= now() - make_interval(secs => ${limits.afterSeconds}::int)
            OR charged_atomic - claimed_atomic >= ${limits.aboveAtomic.toString()}::numeric)
          AND charged_atomic - claimed_atomic >= coalesce((${least}::jsonb ->> network)::numeric, 0) AS is_due) AS claim
      WHERE unclaimed_since IS NOT NULL AND signature IS NOT NULL AND next_claim_at <= now()
      ORDER BY NOT is_due, is_due AND withdraw_requested_at IS NULL, next_claim_at
      LIMIT ${most} FOR UPDATE OF payment_channels SKIP LOCKED)
    UPDATE payment_channels channel
    SET claim_due_since = CASE WHEN NOT looked.is_due THEN NULL
        WHEN claim_due_since >= unclaimed_since THEN claim_due_since ELSE now() END,
      next_claim_at = now() + CASE WHEN looked.is_due THEN interval '${sql.raw(String(CLAIM_MINUTES))} minutes'
      ELSE interval '${sql.raw(String(LOOK_SECONDS))} seconds' END
    FROM looked WHERE channel.network = looked.network AND channel.id = looked.id
    RETURNING ${columns}, looked.is_due AS "isDue", withdraw_requested_at IS NOT NULL AS "isLeaving"`)
  return rows.filter(({ isDue }) => isDue).toSorted((a, b) => Number(b.isLeaving) - Number(a.isLeaving))
}

/**
 * Channels with an unclaimed amount whose state on the chain was read long ago: a quarter of the withdrawal's delay. In
 * random order, so that unreadable ones hold up no others.
 */
export const listUnwatched = (database: Database, most: number): Promise<ClaimableChannel[]> =>
  database.rows<ClaimableChannel>(sql`
    SELECT ${columns} FROM payment_channels channel
    WHERE unclaimed_since IS NOT NULL AND signature IS NOT NULL
      AND synced_at < now() - make_interval(secs => withdraw_delay / 4)
    ORDER BY random() LIMIT ${most}`)

/** Records the amounts claimed in that transaction; they lie in the contract until they are settled to the receiver. */
export async function recordClaims(database: Database, claims: ClaimableChannel[], transaction: string): Promise<void> {
  const items = JSON.stringify(
    claims.map(({ network, id, chargedAtomic }) => ({ network, id, claimed: chargedAtomic.toString() })),
  )
  await database.execute(sql`
    WITH i AS (
      SELECT i.* FROM jsonb_to_recordset(${items}::jsonb) AS i(network text, id text, claimed numeric)
      JOIN payment_channels channel USING (network, id) ORDER BY network, id FOR NO KEY UPDATE OF channel)
    UPDATE payment_channels channel SET claimed_atomic = greatest(claimed_atomic, i.claimed),
      claim_transaction = ${transaction}, claim_gas = NULL, claimed_together = ${claims.length}, claimed_at = now(), is_unsettled = true, next_claim_at = now(),
      unclaimed_since = CASE WHEN least(charged_atomic, balance_atomic) > i.claimed THEN now() END
    FROM i WHERE channel.network = i.network AND channel.id = i.id`)
}

export async function recordClaimGas(
  database: Database,
  { network, transaction, gasUsed }: { network: string; transaction: string; gasUsed: bigint },
  claims: ClaimableChannel[],
): Promise<void> {
  await database.execute(sql`
    ${held(sql`network = ${network} AND id = ANY(${claims.map(({ id }) => id)}) AND claim_transaction = ${transaction}`)}
    UPDATE payment_channels channel SET claim_gas = ${gasUsed} ${ofHeld}`)
}

/** A receiver's claimed money of one token that lies in the contract. */
export type Unsettled = { network: string; token: string; receiver: string }

/** In random order, as above; without those whose last payout has just failed. */
export const listUnsettled = (database: Database): Promise<Unsettled[]> =>
  database.rows<Unsettled>(sql`
    SELECT network, token, receiver FROM payment_channels WHERE is_unsettled GROUP BY 1, 2, 3
    HAVING coalesce(max(next_payout_at), now()) <= now() ORDER BY random() LIMIT 40`)

const whereUnsettled = ({ network, token, receiver }: Unsettled) =>
  sql`is_unsettled AND network = ${network} AND token = ${token} AND receiver = ${receiver}`

/** Takes channels in the order in which all writers take them. */
const held = (which: Sql) =>
  sql`WITH held AS (SELECT network, id FROM payment_channels WHERE ${which} ORDER BY network, id FOR NO KEY UPDATE)`
const ofHeld = sql`FROM held WHERE channel.network = held.network AND channel.id = held.id`

/** Sets the next try: a receiver waits a quarter of the time for which it could not be paid, an hour at most. */
export async function postponePayout(database: Database, of: Unsettled): Promise<void> {
  await database.execute(sql`
    ${held(whereUnsettled(of))}
    UPDATE payment_channels channel
    SET next_payout_at = now() + least(interval '1 hour', greatest(interval '10 seconds', (now() - claimed_at) / 4)) ${ofHeld}`)
}

/** Records that amounts claimed before `since` have reached the receiver. */
export async function recordSettledClaims(database: Database, of: Unsettled, since: Date): Promise<void> {
  await database.execute(sql`
    ${held(sql`${whereUnsettled(of)} AND claimed_at <= ${since}::timestamptz`)}
    UPDATE payment_channels channel SET is_unsettled = false, next_payout_at = NULL ${ofHeld}`)
}

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
  const [last] = await transaction.rows<{ isRecent: boolean | null }>(sql`
    SELECT max(claim_asked_at) > now() - interval '${sql.raw(String(ASK_MINUTES))} minutes' AS "isRecent"
    FROM payment_channels WHERE shops @> ARRAY[${handle}]`)
  if (last?.isRecent) return null
  return transaction.rows<AskedClaim>(sql`
    WITH owed AS (
      SELECT network, id FROM payment_channels
      WHERE shops @> ARRAY[${handle}] AND unclaimed_since IS NOT NULL AND signature IS NOT NULL
      ORDER BY network, id LIMIT ${MAX_ASKED} FOR UPDATE)
    UPDATE payment_channels channel SET claim_asked_at = now(),
      next_claim_at = CASE WHEN next_claim_at > now() + interval '${sql.raw(String(UNDER_WAY_SECONDS))} seconds'
        THEN next_claim_at ELSE now() END
    FROM owed WHERE channel.network = owed.network AND channel.id = owed.id
    RETURNING channel.network, token AS asset, charged_atomic - claimed_atomic AS "unclaimedAtomic"`)
}
