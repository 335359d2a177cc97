import { coalescePer } from '@/lib/base/infra/coalesce'
import { type Database, sql } from '@/lib/base/infra/database'
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
const MAX_SHOPS = sql.raw('20')

async function chargeAll(database: Database, charges: ChannelCharge[]): Promise<boolean[]> {
  const items = JSON.stringify(charges.map(toItem))
  const rows = await database.rows<{ id: string }>(sql.named`
    WITH items AS (SELECT * FROM jsonb_to_recordset(${items}::jsonb) AS i(${itemColumns})),
      held AS MATERIALIZED (
        SELECT channel.network, channel.id FROM items i
        JOIN payment_channels channel ON channel.network = i.network AND channel.id = i.id
        WHERE channel.pending_id = i."pendingId" ORDER BY channel.network, channel.id FOR UPDATE OF channel),
      charged AS (
        UPDATE payment_channels SET charged_atomic = charged_atomic + i."amountAtomic", signed_atomic = i."maxAtomic",
          signature = i.signature, charged_at = now(), resource_uri = i."resourceUri",
          pending_id = CASE WHEN i."isStream" THEN i."pendingId" END,
          pending_until = CASE WHEN i."isStream" THEN ${pendingFromNow} END,
          balance_atomic = coalesce(i."balanceAtomic", balance_atomic), claimed_atomic = coalesce(i."claimedAtomic", claimed_atomic),
          refund_nonce = coalesce(i."refundNonce", payment_channels.refund_nonce),
          synced_at = CASE WHEN i."balanceAtomic" IS NULL THEN synced_at ELSE now() END,
          unclaimed_since = CASE WHEN charged_atomic + i."amountAtomic" > coalesce(i."claimedAtomic", claimed_atomic)
            THEN coalesce(unclaimed_since, now()) END,
          next_claim_at = coalesce(next_claim_at, now()),
          shops = CASE WHEN i.shop = ANY(shops) OR i.shop IS NULL OR cardinality(shops) >= ${MAX_SHOPS} THEN shops
            ELSE shops || i.shop END
        FROM items i JOIN held ON held.network = i.network AND held.id = i.id
        WHERE payment_channels.network = i.network AND payment_channels.id = i.id
          AND payment_channels.pending_id = i."pendingId"
        RETURNING i."pendingId"),
      paid AS (
        INSERT INTO payments (id, authorization_key, route_key, route_id, resource_uri, network, scheme, asset, payer,
          payer_identity, pay_to, authorized_atomic, settled_atomic, status, lease_token, lease_until, request_fingerprint,
          payment_identifier, payload, requirements, challenged_at, request_id, claimed_at, verified_at, produced_at,
          settling_at, settled_at, handler_runs, entitlement_uri, entitled_until, pass_seconds, settle_response, response_status,
          response_headers, response_body)
        SELECT i."pendingId", i."authorizationKey", i."routeKey", i."routeId", i."resourceUri", i.network, 'batch-settlement', i.asset, i.payer,
          i."payerIdentity", i."payTo", i."authorizedAtomic", i."amountAtomic", CASE WHEN i."isStream" THEN 'streaming' ELSE 'settled' END,
          i."leaseToken", ${leaseFromNow}, i."requestFingerprint",
          i."paymentIdentifier", i.payload, i.requirements, i."challengedAt", i."requestId", now(), now(), ${unlessStream},
          ${unlessStream}, ${unlessStream}, 1, i."entitlementUri", now() + make_interval(secs => i."entitledSeconds"), i."passSeconds", i.response, i.status,
          i.headers, decode(i.body, 'base64')
        FROM items i JOIN charged USING ("pendingId") ORDER BY i."authorizationKey"
        RETURNING payments.id, payments.status, payments.settled_atomic, payments.payer_identity AS address_identity, payments.network,
          payments.id::text AS payment_id, payments.entitlement_uri AS resource_uri, payments.entitled_until AS expires_at),
      settled AS (SELECT * FROM paid WHERE status = 'settled' AND settled_atomic > 0),
      granted AS (${grantStatement(sql`settled`)})
    SELECT id FROM paid`)
  const paid = new Set(rows.map(({ id }) => id))
  return charges.map(({ pendingId }) => paid.has(pendingId))
}

const unlessStream = sql.raw('CASE WHEN NOT i."isStream" THEN now() END')

const itemColumns = sql.raw(`"isStream" boolean, "pendingId" uuid, "leaseToken" uuid, network text, id text,
  "authorizationKey" text, "amountAtomic" numeric, "authorizedAtomic" numeric, "maxAtomic" numeric, signature text,
  "balanceAtomic" numeric, "claimedAtomic" numeric, "refundNonce" numeric, "routeKey" text, "routeId" text, shop text,
  "resourceUri" text, asset text, payer text, "payerIdentity" text, "payTo" text, "requestFingerprint" text,
  "paymentIdentifier" text, payload jsonb, requirements jsonb, "challengedAt" timestamptz, "requestId" text,
  "entitlementUri" text, "entitledSeconds" float8, "passSeconds" int, response jsonb, status int, headers jsonb, body text`)

const toItem = ({ config, funds, entitlement, answer, isStream = false, ...charge }: ChannelCharge) => ({
  ...charge,
  ...entitlement,
  isStream,
  amountAtomic: charge.amountAtomic.toString(),
  authorizedAtomic: charge.authorizedAtomic.toString(),
  maxAtomic: charge.maxAtomic.toString(),
  balanceAtomic: funds?.balanceAtomic.toString(),
  claimedAtomic: funds?.claimedAtomic.toString(),
  refundNonce: funds?.refundNonce.toString(),
  shop: shopOf(charge.routeKey),
  // As for other payments: a channel's own spelling would make it another asset in a shop's sums.
  asset: charge.requirements.asset,
  payer: config.payer,
  payTo: config.receiver,
  status: answer?.status,
  headers: answer?.headers,
  body: answer?.body && Buffer.from(answer.body).toString('base64'),
})
