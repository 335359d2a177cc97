import { coalescePer } from '@/lib/base/infra/coalesce'
import { type Database, Prisma, prepared } from '@/lib/base/infra/database'
import type { ChannelFunds, ChannelKey } from '@/lib/base/x402/payment-channel'
import type { PaymentRequirements, SettleResponse } from '@/lib/base/x402/wire'
import { type ChannelConfig } from '@/lib/channels/chain/channel-payload'
import { grantStatement } from '@/lib/payments/grants'
import { leaseFromNow } from '@/lib/payments/leases'
import type { StoredAnswer } from '@/lib/payments/ledger'
import { shopOf } from '@/lib/payments/payment-sql'
import type { Entitlement } from '@/lib/payments/settling-note'
import { pendingFromNow } from './channel-rows'

export type ChannelCharge = ChannelKey & {
  /** The answer leaves in steps, each charged separately: the channel stays reserved until the stream ends. */
  isStream?: boolean
  /** The id that reserved the channel, and now becomes the payment's id. */
  pendingId: string
  leaseToken: string
  authorizationKey: string
  config: ChannelConfig
  payerIdentity: string
  amountAtomic: bigint
  authorizedAtomic: bigint
  maxAtomic: bigint
  signature: string
  /** The channel's funds on the chain once a deposit has landed; null for a voucher without one. */
  funds: ChannelFunds | null
  routeKey: string
  /** Empty for a route that is not stored. */
  routeId: string
  resourceUri: string
  requestFingerprint: string
  paymentIdentifier: string | null
  payload: object
  requirements: PaymentRequirements
  challengedAt: Date | null
  requestId: string | null
  entitlement: Entitlement
  response: SettleResponse
  answer: StoredAnswer | null
}

/**
 * Charges a reserved channel: writes the sum, the voucher that covers it, the payment with its answer and its
 * entitlement, in one statement that waits for the disk. A charge of zero gives no entitlement. False, with nothing
 * changed, when the reservation was lost.
 */
export const chargeChannel = coalescePer<Database, ChannelCharge, boolean>(chargeAll, {
  maxItems: 50,
  maxRuns: 2,
  failsAlone: true,
})

/** Most shops with one payout address that show the same channel. */
const MAX_SHOPS = Prisma.raw('20')

async function chargeAll(database: Database, charges: ChannelCharge[]): Promise<boolean[]> {
  const items = JSON.stringify(charges.map(toItem))
  const rows = await database.$queryRaw<{ id: string }[]>`${prepared}
    WITH items AS (SELECT * FROM jsonb_to_recordset(${items}::jsonb) AS i(${itemColumns})),
      held AS MATERIALIZED (
        SELECT channel.network, channel.id FROM items i
        JOIN payment_channels channel ON channel.network = i.network AND channel.id = i.channel_id
        WHERE channel.pending_id = i.payment_id ORDER BY channel.network, channel.id FOR UPDATE OF channel),
      charged AS (
        UPDATE payment_channels SET charged_atomic = charged_atomic + i.amount, signed_atomic = i.max,
          signature = i.signature, charged_at = now(), resource_uri = i.resource_uri,
          pending_id = CASE WHEN i.is_stream THEN i.payment_id END,
          pending_until = CASE WHEN i.is_stream THEN ${pendingFromNow} END,
          balance_atomic = coalesce(i.balance, balance_atomic), claimed_atomic = coalesce(i.claimed, claimed_atomic),
          refund_nonce = coalesce(i.refund_nonce, payment_channels.refund_nonce),
          synced_at = CASE WHEN i.balance IS NULL THEN synced_at ELSE now() END,
          unclaimed_since = CASE WHEN charged_atomic + i.amount > coalesce(i.claimed, claimed_atomic)
            THEN coalesce(unclaimed_since, now()) END,
          next_claim_at = coalesce(next_claim_at, now()),
          shops = CASE WHEN i.shop = ANY(shops) OR i.shop IS NULL OR cardinality(shops) >= ${MAX_SHOPS} THEN shops
            ELSE shops || i.shop END
        FROM items i JOIN held ON held.network = i.network AND held.id = i.channel_id
        WHERE payment_channels.network = i.network AND payment_channels.id = i.channel_id
          AND payment_channels.pending_id = i.payment_id
        RETURNING i.payment_id),
      paid AS (
        INSERT INTO payments (id, authorization_key, route_key, route_id, resource_uri, network, scheme, asset, payer,
          payer_identity, pay_to, authorized_atomic, settled_atomic, status, lease_token, lease_until, request_fingerprint,
          payment_identifier, payload, requirements, challenged_at, request_id, claimed_at, verified_at, produced_at,
          settling_at, settled_at, handler_runs, entitlement_uri, entitled_until, pass_seconds, settle_response, response_status,
          response_headers, response_body)
        SELECT i.payment_id, i.authorization_key, i.route_key, i.route_id, i.resource_uri, i.network, 'batch-settlement', i.asset, i.payer,
          i.payer_identity, i.pay_to, i.authorized, i.amount, CASE WHEN i.is_stream THEN 'streaming' ELSE 'settled' END,
          i.lease_token, ${leaseFromNow}, i.fingerprint,
          i.payment_identifier, i.payload, i.requirements, i.challenged_at, i.request_id, now(), now(), ${unlessStream},
          ${unlessStream}, ${unlessStream}, 1, i.entitlement_uri, now() + make_interval(secs => i.entitled_seconds), i.pass_seconds, i.response, i.status,
          i.headers, decode(i.body, 'base64')
        FROM items i JOIN charged USING (payment_id) ORDER BY i.authorization_key
        RETURNING payments.id, payments.status, payments.settled_atomic, payments.payer_identity AS address_identity, payments.network,
          payments.id::text AS payment_id, payments.entitlement_uri AS resource_uri, payments.entitled_until AS expires_at),
      settled AS (SELECT * FROM paid WHERE status = 'settled' AND settled_atomic > 0),
      granted AS (${grantStatement(Prisma.sql`settled`)})
    SELECT id FROM paid`
  const paid = new Set(rows.map(({ id }) => id))
  return charges.map(({ pendingId }) => paid.has(pendingId))
}

const unlessStream = Prisma.raw('CASE WHEN NOT i.is_stream THEN now() END')

const itemColumns =
  Prisma.raw(`is_stream boolean, payment_id uuid, lease_token uuid, network text, channel_id text, authorization_key text,
  amount numeric, authorized numeric, max numeric, signature text, balance numeric, claimed numeric, refund_nonce numeric,
  route_key text, route_id text, shop text, resource_uri text, asset text, payer text, payer_identity text, pay_to text, fingerprint text,
  payment_identifier text, payload jsonb, requirements jsonb, challenged_at timestamptz, request_id text,
  entitlement_uri text, entitled_seconds float8, pass_seconds int, response jsonb, status int, headers jsonb, body text`)

const toItem = (charge: ChannelCharge) => ({
  is_stream: charge.isStream ?? false,
  payment_id: charge.pendingId,
  lease_token: charge.leaseToken,
  network: charge.network,
  channel_id: charge.id,
  authorization_key: charge.authorizationKey,
  amount: charge.amountAtomic.toString(),
  authorized: charge.authorizedAtomic.toString(),
  max: charge.maxAtomic.toString(),
  signature: charge.signature,
  balance: charge.funds?.balanceAtomic.toString(),
  claimed: charge.funds?.claimedAtomic.toString(),
  refund_nonce: charge.funds?.refundNonce.toString(),
  route_key: charge.routeKey,
  route_id: charge.routeId,
  shop: shopOf(charge.routeKey),
  resource_uri: charge.resourceUri,
  // As for other payments: a channel's own spelling would make it another asset in a shop's sums.
  asset: charge.requirements.asset,
  payer: charge.config.payer,
  payer_identity: charge.payerIdentity,
  pay_to: charge.config.receiver,
  fingerprint: charge.requestFingerprint,
  payment_identifier: charge.paymentIdentifier,
  payload: charge.payload,
  requirements: charge.requirements,
  challenged_at: charge.challengedAt,
  request_id: charge.requestId,
  entitlement_uri: charge.entitlement.entitlementUri,
  entitled_seconds: charge.entitlement.entitledSeconds,
  pass_seconds: charge.entitlement.passSeconds,
  response: charge.response,
  status: charge.answer?.status,
  headers: charge.answer?.headers,
  body: charge.answer?.body && Buffer.from(charge.answer.body).toString('base64'),
})
