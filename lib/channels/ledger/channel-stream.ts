import { coalescePer } from '@/lib/base/infra/coalesce'
import { type Database, type Sql, sql } from '@/lib/base/infra/database'
import type { ChannelKey } from '@/lib/base/x402/payment-channel'
import { grantStatement } from '@/lib/payments/grants'
import { leaseFromNow, leaseIsFree, type PaymentLease } from '@/lib/payments/leases'
import { type ChannelSums, isClosing, pendingFromNow, sumsOf } from './channel-rows'

export type ChannelStream = ChannelKey & PaymentLease

/** Amount that the payer has signed and that is not charged yet; `isEnding`: the payer is taking the rest. */
type StreamCredit = { leftAtomic: bigint; isEnding: boolean }

/** SQL: the channel of a payment, which its key names. */
const channelOf = sql.raw(`split_part(split_part(payment.authorization_key, ':channel:', 2), ':', 1)`)

/**
 * Charges one step of a stream, which may be sent once that is on the disk. False, with nothing changed, when the
 * stream no longer has its channel, its payer is leaving, or the step exceeds what is signed.
 */
export const chargeStep = coalescePer<Database, ChannelStream & { stepAtomic: bigint }, boolean>(chargeAll, {
  maxItems: 50,
  maxRuns: 2,
  failsAlone: true,
})

async function chargeAll(database: Database, steps: (ChannelStream & { stepAtomic: bigint })[]): Promise<boolean[]> {
  const items = JSON.stringify(
    steps.map(({ paymentId, leaseToken, network, id, stepAtomic }) => ({
      payment_id: paymentId,
      lease_token: leaseToken,
      network,
      channel_id: id,
      step: stepAtomic.toString(),
    })),
  )
  const rows = await database.rows<{ id: string }>(sql.named`
    WITH items AS (SELECT * FROM jsonb_to_recordset(${items}::jsonb)
        AS i(payment_id uuid, lease_token uuid, network text, channel_id text, step numeric)),
      held AS MATERIALIZED (
        SELECT i.* FROM items i
        JOIN payment_channels channel ON channel.network = i.network AND channel.id = i.channel_id
        JOIN payments payment ON payment.id = i.payment_id
        WHERE channel.pending_id = i.payment_id AND channel.charged_atomic + i.step <= channel.signed_atomic
          AND NOT ${isClosing} AND payment.status = 'streaming' AND payment.lease_token = i.lease_token
        ORDER BY channel.network, channel.id FOR UPDATE OF channel, payment),
      noted AS (
        UPDATE payments SET settled_atomic = settled_atomic + held.step, lease_until = ${leaseFromNow}
        FROM held WHERE payments.id = held.payment_id)
    UPDATE payment_channels channel SET charged_atomic = charged_atomic + held.step, charged_at = now(),
      pending_until = ${pendingFromNow}, unclaimed_since = coalesce(unclaimed_since, now()),
      next_claim_at = coalesce(next_claim_at, now())
    FROM held WHERE channel.network = held.network AND channel.id = held.channel_id
    RETURNING held.payment_id AS id`)
  const charged = new Set(rows.map(({ id }) => id))
  return steps.map(({ paymentId }) => charged.has(paymentId))
}

/** Null when the stream no longer has its channel. */
export async function readCredit(
  database: Database,
  { network, id, paymentId }: Omit<ChannelStream, 'leaseToken'>,
): Promise<StreamCredit | null> {
  const [credit] = await database.rows<StreamCredit>(sql`
    SELECT signed_atomic - charged_atomic AS "leftAtomic", ${isClosing} AS "isEnding" FROM payment_channels channel
    WHERE network = ${network} AND id = ${id} AND pending_id = ${paymentId}::uuid`)
  return credit ?? null
}

export type StreamAt = { paymentId: string; routeKey: string }

export type StreamedChannel = ChannelSums & ChannelKey

/** The channel of a stream that is running at that route; null when there is none. */
export async function findStreamed(
  database: Database,
  { paymentId, routeKey }: StreamAt,
): Promise<StreamedChannel | null> {
  const [streamed] = await database.rows<StreamedChannel>(sql`
    SELECT channel.network, channel.id, ${sumsOf('channel')} FROM payments payment
    JOIN payment_channels channel
      ON channel.network = payment.network AND channel.id = ${channelOf} AND channel.pending_id = payment.id
    WHERE payment.id = ${paymentId}::uuid AND payment.status = 'streaming' AND payment.route_key = ${routeKey}`)
  return streamed ?? null
}

export async function findStreamCost(database: Database, { paymentId, routeKey }: StreamAt): Promise<bigint | null> {
  const row = await database.payment.findFirst({
    where: { id: paymentId, routeKey, scheme: 'batch-settlement' },
    select: { settledAtomic: true },
  })
  return row?.settledAtomic ? BigInt(row.settledAtomic.toFixed(0)) : null
}

/**
 * Accepts a voucher that allows more, while the stream runs. False when it allows no more than the last one, more than
 * the channel holds, or when the stream is over.
 */
export async function raiseStream(
  database: Database,
  {
    network,
    id,
    paymentId,
    maxAtomic,
    signature,
  }: ChannelKey & { paymentId: string; maxAtomic: bigint; signature: string },
): Promise<boolean> {
  const raised = await database.execute(sql`
    WITH held AS (
        SELECT network, id, signed_atomic FROM payment_channels
        WHERE network = ${network} AND id = ${id} AND pending_id = ${paymentId}::uuid
          AND signed_atomic < ${maxAtomic.toString()}::numeric AND balance_atomic >= ${maxAtomic.toString()}::numeric
        FOR UPDATE),
      allowed AS (
        UPDATE payments SET authorized_atomic = authorized_atomic + ${maxAtomic.toString()}::numeric - held.signed_atomic
        FROM held WHERE payments.id = ${paymentId}::uuid AND status = 'streaming'
        RETURNING payments.id)
    UPDATE payment_channels SET signed_atomic = ${maxAtomic.toString()}::numeric, signature = ${signature}
    FROM held, allowed WHERE payment_channels.network = held.network AND payment_channels.id = held.id`)
  return raised === 1
}

/**
 * streaming → settled, or spent at zero where nothing was charged; frees the channel. Charges nothing further. False
 * when another process has ended it.
 */
export async function endStream(database: Database, { paymentId, leaseToken }: PaymentLease): Promise<boolean> {
  const ended = await database.execute(sql`
    WITH ${endedStreams(sql`id = ${paymentId}::uuid AND lease_token = ${leaseToken}::uuid`)}`)
  return ended === 1
}

const ENDED_AT_ONCE = 20

export function endLapsedStreams(database: Database): Promise<number> {
  return database.execute(sql`
    WITH lapsed AS (SELECT id FROM payments WHERE status = 'streaming' AND scheme = 'batch-settlement' AND ${leaseIsFree}
        ORDER BY lease_until LIMIT ${ENDED_AT_ONCE} FOR UPDATE SKIP LOCKED),
      ${endedStreams(sql`id IN (SELECT id FROM lapsed)`)}`)
}

/** SQL: the response that the payer got at the beginning, with the final amount. */
const finalResponse =
  sql.raw(`jsonb_set(jsonb_set(settle_response, '{extra,chargedAmount}', to_jsonb(settled_atomic::text)),
  '{extra,channelState,chargedCumulativeAmount}',
  to_jsonb(((settle_response #>> '{extra,channelState,chargedCumulativeAmount}')::numeric + settled_atomic)::text))`)

const endedStreams = (which: Sql): Sql => sql`
  ended AS (
    UPDATE payments payment SET status = CASE WHEN settled_atomic > 0 THEN 'settled' ELSE 'spent_zero' END, produced_at = now(),
      settling_at = now(), settled_at = CASE WHEN settled_atomic > 0 THEN now() END, delivered_at = now(), ended_at = now(),
      lease_token = NULL, lease_until = NULL, settle_response = ${finalResponse}
    WHERE status = 'streaming' AND scheme = 'batch-settlement' AND ${which}
    RETURNING id, status, ${channelOf} AS channel_id, payer_identity AS address_identity, network, id::text AS payment_id,
      entitlement_uri AS resource_uri, entitled_until AS expires_at),
  freed AS (
    UPDATE payment_channels channel SET pending_id = NULL, pending_until = NULL FROM ended
    WHERE channel.network = ended.network AND channel.id = ended.channel_id AND channel.pending_id = ended.id),
  settled AS (SELECT * FROM ended WHERE status = 'settled'),
  granted AS (${grantStatement(sql`settled`)})
  SELECT id FROM ended`
