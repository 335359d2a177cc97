import type { Database } from '@/lib/infra/database'
import type { ChannelFunds, ChannelKey } from '@/lib/x402/payment-channel'

/**
 * Ends the reservation of a refund: with what the chain shows after it, or, where nobody knows yet, so that the chain is
 * asked before the channel is used again.
 */
export async function recordRefund(
  database: Database,
  pendingId: string,
  { network, id }: ChannelKey,
  funds: ChannelFunds | null,
): Promise<void> {
  if (funds === null) {
    await database.$executeRaw`
      UPDATE payment_channels SET pending_id = NULL, pending_until = NULL, synced_at = 'epoch'
      WHERE network = ${network} AND id = ${id} AND pending_id = ${pendingId}::uuid`
    return
  }
  await database.$executeRaw`
    UPDATE payment_channels SET pending_id = NULL, pending_until = NULL,
      balance_atomic = ${funds.balanceAtomic.toString()}::numeric, claimed_atomic = ${funds.claimedAtomic.toString()}::numeric,
      refund_nonce = ${funds.refundNonce.toString()}::numeric, withdraw_requested_at = ${funds.withdrawRequestedAt}::timestamptz,
      synced_at = now(), claimed_at = now(),
      unclaimed_since = CASE WHEN charged_atomic > ${funds.claimedAtomic.toString()}::numeric THEN unclaimed_since END
    WHERE network = ${network} AND id = ${id} AND pending_id = ${pendingId}::uuid`
}
