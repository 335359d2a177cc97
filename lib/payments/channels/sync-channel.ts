import type { Database } from '@/lib/base/infra/database'
import type { ChannelConfig, ChannelFunds, ChannelKey } from '@/lib/base/x402/payment-channel'

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
  const rows = await database.$queryRaw<{ isNew: boolean }[]>`
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
    RETURNING (xmax = 0) AS "isNew"`
  return rows[0]?.isNew === true
}
