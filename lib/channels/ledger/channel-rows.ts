import { coalescePer } from '@/lib/base/infra/coalesce'
import { type Database, quick, type Sql, sql } from '@/lib/base/infra/database'
import type { ChannelFunds, ChannelKey } from '@/lib/base/x402/payment-channel'
import { type ChannelConfig } from '@/lib/channels/chain/channel-payload'
import { MAXIMUM_UNPAID_WORK, unpaidWorkOf } from '@/lib/payments/claim'
import type { ClaimLimits } from './claims'

/** How long the channel's state read from the chain is trusted. Far less than any withdrawal takes. */
const BELIEVED_SECONDS = 60

/** Silence of a request after which others may use its channel. */
const PENDING_SECONDS = 12

export type ChannelReservation = ChannelKey & {
  /** The request's own id; only this request may charge what it reserved. */
  pendingId: string
  amountAtomic: bigint
  /** The voucher's total, this request included. */
  maxAtomic: bigint
  depositAtomic: bigint
  /** Identity of the wallet whose unpaid work counts; null where no work is done, as for a refund. */
  answerable: string | null
  /** Limits at which it takes no calls before a claim, as its payer can still disown them. Null where it cannot. */
  holdAt: ClaimLimits | null
}

export type ChannelSums = ChannelFunds & {
  chargedAtomic: bigint
  signedAtomic: bigint | null
  signature: string | null
}

export type KnownChannel = ChannelSums & {
  /** The state read from the chain is recent enough to rely on. */
  isFresh: boolean
  isPending: boolean
  /** The payer takes the rest without the receiver, so soon that a claim might come too late. */
  isClosing: boolean
}

/**
 * `channel` is null where none is known. `isLimited`: too much work of the same wallet is unpaid, or too much waits to
 * be claimed. `isOverdue`: its claim should have come long ago, so it takes no calls until then.
 */
export type ReservationResult = {
  isReserved: boolean
  isLimited: boolean
  isOverdue: boolean
  channel: KnownChannel | null
}

/**
 * Reserves channels for one request each: the voucher continues from the charged sum, and the channel's money covers
 * it. Of any number of requests for one channel, one gets `isReserved`. Need not wait for the disk: a lost reservation
 * charges nothing.
 */
export const reserveChannel = coalescePer<Database, ChannelReservation, ReservationResult>(reserveAll, {
  maxItems: 50,
  maxRuns: 2,
  failsAlone: true,
})

type ReservationRow = Omit<ReservationResult, 'channel'> & { n: number } & (KnownChannel | { chargedAtomic: null })

async function reserveAll(database: Database, inputs: ChannelReservation[]): Promise<ReservationResult[]> {
  const keyOf = ({ network, id }: ChannelKey) => `${network} ${id}`
  const firsts = new Set(new Map(inputs.map((input, n) => [keyOf(input), n] as const).toReversed()).values())
  const items = JSON.stringify(inputs.map((input, n) => toItem(input, n, firsts.has(n))))
  const rows = await database.rows<ReservationRow>(sql.named`
    WITH ${quick}, items AS (SELECT i.*, ${isLimited} AS is_limited
        FROM jsonb_to_recordset(${items}::jsonb) AS i(n int, is_first boolean, network text, id text, pending_id uuid,
          amount numeric, max numeric, deposit numeric, answerable text, hold_above numeric, hold_seconds int)),
      known AS MATERIALIZED (
        SELECT channel.*, i.n, ${isHeld} AS is_held, ${isOverdue} AS is_overdue, ${isFresh} AS is_fresh, ${isPending} AS is_pending, ${isClosing} AS is_closing,
          (i.is_first AND channel.charged_atomic + i.amount = i.max AND i.max <= channel.balance_atomic + i.deposit
            AND i.max >= channel.claimed_atomic AND ${isFresh} AND NOT ${isPending} AND NOT ${isClosing}
            AND NOT i.is_limited AND NOT ${isHeld} AND NOT ${isOverdue}) AS is_free
        FROM items i JOIN payment_channels channel USING (network, id)
        ORDER BY network, id FOR UPDATE OF channel),
      reserved AS (
        UPDATE payment_channels SET pending_id = i.pending_id, pending_until = ${pendingFromNow}
        FROM quick, items i JOIN known USING (n)
        WHERE known.is_free AND payment_channels.network = i.network AND payment_channels.id = i.id
        RETURNING i.n)
    SELECT i.n, i.is_limited OR coalesce(known.is_held, false) AS "isLimited", coalesce(known.is_overdue, false) AS "isOverdue", reserved.n IS NOT NULL AS "isReserved", ${sumsOf('known')},
      known.is_fresh AS "isFresh", known.is_pending AS "isPending", known.is_closing AS "isClosing"
    FROM items i LEFT JOIN known USING (n) LEFT JOIN reserved USING (n)`)
  const byPlace = new Map(rows.map((row) => [row.n, row]))
  return inputs.map((_, n) => toResult(byPlace.get(n), firsts.has(n)))
}

const isLimited = sql`${unpaidWorkOf(sql.raw('i.answerable'))} >= ${sql.raw(String(MAXIMUM_UNPAID_WORK))}`
const isHeld = sql.raw(`(channel.unclaimed_since IS NOT NULL AND i.hold_above IS NOT NULL
  AND (channel.charged_atomic - channel.claimed_atomic >= i.hold_above
    OR channel.unclaimed_since <= now() - make_interval(secs => i.hold_seconds)))`)
/** SQL: a quarter of the payer's delay is over since the claim was due; a refund makes its own claim. */
const isOverdue = sql.raw(`(i.answerable IS NOT NULL AND channel.unclaimed_since IS NOT NULL
  AND coalesce(channel.claim_due_since >= channel.unclaimed_since
    AND channel.claim_due_since <= now() - make_interval(secs => channel.withdraw_delay / 4), false))`)
const isFresh = sql.raw(`channel.synced_at > now() - interval '${BELIEVED_SECONDS} seconds'`)
const isPending = sql.raw('(channel.pending_until IS NOT NULL AND channel.pending_until > now())')

/** SQL: the payer of `channel` is leaving, and half of the delay is left for the claim. */
export const isClosing = sql.raw(`(channel.withdraw_requested_at IS NOT NULL
  AND channel.withdraw_requested_at + make_interval(secs => channel.withdraw_delay / 2) < now())`)

export const pendingFromNow = sql.raw(`now() + interval '${PENDING_SECONDS} seconds'`)

const toItem = (input: ChannelReservation, n: number, isFirst: boolean) => ({
  n,
  is_first: isFirst,
  network: input.network,
  id: input.id,
  pending_id: input.pendingId,
  amount: input.amountAtomic.toString(),
  max: input.maxAtomic.toString(),
  deposit: input.depositAtomic.toString(),
  answerable: input.answerable,
  hold_above: input.holdAt?.aboveAtomic.toString() ?? null,
  hold_seconds: input.holdAt?.afterSeconds ?? null,
})

function toResult(row: ReservationRow | undefined, isFirst: boolean): ReservationResult {
  if (!row) throw new Error('Expected an answer for each channel that was asked for.')
  const { n: _n, isReserved, isLimited, isOverdue, ...channel } = row
  // A copy that arrived together with the first counts as one that arrives after it.
  const known = channel.chargedAtomic === null ? null : { ...channel, isPending: channel.isPending || !isFirst }
  return { isReserved, isLimited, isOverdue, channel: known }
}

export const sumsOf = (channel: 'channel' | 'known'): Sql =>
  sql.raw(`${channel}.charged_atomic AS "chargedAtomic", ${channel}.signed_atomic AS "signedAtomic",
    ${channel}.signature, ${channel}.balance_atomic AS "balanceAtomic", ${channel}.claimed_atomic AS "claimedAtomic",
    ${channel}.refund_nonce AS "refundNonce", ${channel}.withdraw_requested_at AS "withdrawRequestedAt"`)

export async function renewChannel(database: Database, pendingId: string, { network, id }: ChannelKey): Promise<void> {
  await database.execute(sql`
    UPDATE payment_channels SET pending_until = ${pendingFromNow}
    WHERE network = ${network} AND id = ${id} AND pending_id = ${pendingId}::uuid`)
}

export async function releaseChannel(
  database: Database,
  pendingId: string,
  { network, id }: ChannelKey,
): Promise<void> {
  await database.execute(sql`
    UPDATE payment_channels SET pending_id = NULL, pending_until = NULL
    WHERE network = ${network} AND id = ${id} AND pending_id = ${pendingId}::uuid`)
}

/**
 * Releases a channel whose deposit did not arrive: one that was never charged here counts as new again. `pendingId`
 * is null for a request that has not reserved it.
 */
export async function forgetChannel(database: Database, pendingId: string | null, key: ChannelKey): Promise<void> {
  await database.execute(sql`
    DELETE FROM payment_channels
    WHERE network = ${key.network} AND id = ${key.id} AND pending_id IS NOT DISTINCT FROM ${pendingId}::uuid
      AND charged_atomic = claimed_atomic AND balance_atomic <= claimed_atomic
      AND signed_atomic IS NULL AND NOT is_unsettled`)
  if (pendingId !== null) await releaseChannel(database, pendingId, key)
}

/**
 * Stores a channel's state read from the chain at `asOf` (the database's time before the chain was asked), unless a
 * later one is known. Money that a payer took back before the claim is lost, and is no longer claimed. A new channel
 * gets a row only with a deposit whose voucher begins at the sum that the chain has claimed (`beginsAtomic`), and where
 * it holds no more: another ledger may count any other. A channel that the chain shows to be claimed further than we
 * know, as after a restore, was charged that much by a voucher that we no longer have. True when a row was made.
 */
export async function syncChannel(
  database: Database,
  {
    network,
    id,
    config,
    ...known
  }: ChannelKey & {
    config: ChannelConfig
    funds: ChannelFunds
    asOf: Date
    beginsAtomic: bigint | null
  },
): Promise<boolean> {
  const { balanceAtomic, claimedAtomic, refundNonce, withdrawRequestedAt } = known.funds
  const rows = await database.rows<{ isNew: boolean }>(sql`
    INSERT INTO payment_channels AS channel (network, id, payer, payer_authorizer, receiver, receiver_authorizer, token,
      withdraw_delay, salt, charged_atomic, balance_atomic, claimed_atomic, refund_nonce, withdraw_requested_at, synced_at,
      opened_at)
    SELECT ${network}, ${id}, ${config.payer}, ${config.payerAuthorizer}, ${config.receiver}, ${config.receiverAuthorizer},
      ${config.token}, ${config.withdrawDelay}, ${config.salt}, ${claimedAtomic.toString()}::numeric,
      ${balanceAtomic.toString()}::numeric, ${claimedAtomic.toString()}::numeric, ${refundNonce.toString()}::numeric,
      ${withdrawRequestedAt}::timestamptz, ${known.asOf}::timestamptz, now()
    WHERE (${known.beginsAtomic === claimedAtomic}::boolean AND ${balanceAtomic <= claimedAtomic}::boolean)
      OR EXISTS (SELECT 1 FROM payment_channels WHERE network = ${network} AND id = ${id})
    ON CONFLICT (network, id) DO UPDATE SET balance_atomic = EXCLUDED.balance_atomic,
      charged_atomic = greatest(channel.charged_atomic, EXCLUDED.claimed_atomic),
      signed_atomic = CASE WHEN channel.signed_atomic >= EXCLUDED.claimed_atomic THEN channel.signed_atomic END,
      signature = CASE WHEN channel.signed_atomic >= EXCLUDED.claimed_atomic THEN channel.signature END,
      claimed_atomic = EXCLUDED.claimed_atomic, refund_nonce = EXCLUDED.refund_nonce,
      withdraw_requested_at = EXCLUDED.withdraw_requested_at, synced_at = EXCLUDED.synced_at,
      unclaimed_since = CASE WHEN least(channel.charged_atomic, EXCLUDED.balance_atomic) > EXCLUDED.claimed_atomic
        THEN coalesce(channel.unclaimed_since, now()) END,
      is_unsettled = channel.is_unsettled OR EXCLUDED.claimed_atomic > channel.claimed_atomic,
      claimed_at = CASE WHEN EXCLUDED.claimed_atomic > channel.claimed_atomic THEN now() ELSE channel.claimed_at END,
      claim_transaction = CASE WHEN EXCLUDED.claimed_atomic > channel.claimed_atomic THEN NULL
        ELSE channel.claim_transaction END
    WHERE channel.synced_at <= EXCLUDED.synced_at
    RETURNING (xmax = 0) AS "isNew"`)
  return rows[0]?.isNew === true
}

/** Distrusts all stored channel states: each is read from the chain again before it pays for a call. */
export const doubtChannels = (database: Database): Promise<number> =>
  database.execute(sql`
    WITH held AS (
      SELECT network, id FROM payment_channels WHERE synced_at > 'epoch' ORDER BY network, id FOR NO KEY UPDATE)
    UPDATE payment_channels channel SET synced_at = 'epoch' FROM held
    WHERE channel.network = held.network AND channel.id = held.id`)

/** How long a channel rests whose refund is in doubt: the refund would take away what is charged before it lands. */
const IN_DOUBT = sql.raw(`interval '10 minutes'`)

/**
 * Call it before a refund is sent: should its outcome stay open, or this process end, the channel rests, and then the
 * chain is asked before it is used. False when the reservation was lost.
 */
export async function beginRefund(
  database: Database,
  pendingId: string,
  { network, id }: ChannelKey,
): Promise<boolean> {
  const moved = await database.execute(sql`
    UPDATE payment_channels SET synced_at = 'epoch', pending_until = now() + ${IN_DOUBT}
    WHERE network = ${network} AND id = ${id} AND pending_id = ${pendingId}::uuid`)
  return moved === 1
}

/** Ends a refund's reservation with the channel's state on the chain after it, the claim in it included. */
export async function recordRefund(
  database: Database,
  pendingId: string,
  { network, id }: ChannelKey,
  { funds, transaction }: { funds: ChannelFunds; transaction: string },
): Promise<void> {
  const claimed = sql`${funds.claimedAtomic.toString()}::numeric`
  await database.execute(sql`
    UPDATE payment_channels SET pending_id = NULL, pending_until = NULL,
      balance_atomic = ${funds.balanceAtomic.toString()}::numeric, claimed_atomic = ${claimed},
      refund_nonce = ${funds.refundNonce.toString()}::numeric, withdraw_requested_at = ${funds.withdrawRequestedAt}::timestamptz,
      synced_at = now(),
      claimed_at = CASE WHEN ${claimed} > claimed_atomic THEN now() ELSE claimed_at END,
      claim_transaction = CASE WHEN ${claimed} > claimed_atomic THEN ${transaction} ELSE claim_transaction END,
      claim_gas = CASE WHEN ${claimed} > claimed_atomic THEN NULL ELSE claim_gas END,
      claimed_together = CASE WHEN ${claimed} > claimed_atomic THEN 1 ELSE claimed_together END, is_unsettled = is_unsettled OR ${claimed} > claimed_atomic,
      unclaimed_since = CASE WHEN charged_atomic > ${claimed} THEN unclaimed_since END
    WHERE network = ${network} AND id = ${id} AND pending_id = ${pendingId}::uuid`)
}
