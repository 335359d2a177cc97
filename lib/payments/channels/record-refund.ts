import { type Database, Prisma } from '@/lib/base/infra/database'
import type { ChannelFunds, ChannelKey } from '@/lib/base/x402/payment-channel'

/** How long a channel rests whose refund is in doubt: the refund would take away what is charged before it lands. */
const IN_DOUBT = Prisma.raw(`interval '10 minutes'`)

/**
 * Call it before a refund is sent: should its outcome stay open, or this process end, the channel rests, and then the
 * chain is asked before it is used. False when the reservation was lost.
 */
export async function beginRefund(
  database: Database,
  pendingId: string,
  { network, id }: ChannelKey,
): Promise<boolean> {
  const moved = await database.$executeRaw`
    UPDATE payment_channels SET synced_at = 'epoch', pending_until = now() + ${IN_DOUBT}
    WHERE network = ${network} AND id = ${id} AND pending_id = ${pendingId}::uuid`
  return moved === 1
}

/** Ends a refund's reservation with the channel's state on the chain after it, the claim in it included. */
export async function recordRefund(
  database: Database,
  pendingId: string,
  { network, id }: ChannelKey,
  { funds, transaction }: { funds: ChannelFunds; transaction: string },
): Promise<void> {
  const claimed = Prisma.sql`${funds.claimedAtomic.toString()}::numeric`
  await database.$executeRaw`
    UPDATE payment_channels SET pending_id = NULL, pending_until = NULL,
      balance_atomic = ${funds.balanceAtomic.toString()}::numeric, claimed_atomic = ${claimed},
      refund_nonce = ${funds.refundNonce.toString()}::numeric, withdraw_requested_at = ${funds.withdrawRequestedAt}::timestamptz,
      synced_at = now(),
      claimed_at = CASE WHEN ${claimed} > claimed_atomic THEN now() ELSE claimed_at END,
      claim_transaction = CASE WHEN ${claimed} > claimed_atomic THEN ${transaction} ELSE claim_transaction END,
      claim_gas = CASE WHEN ${claimed} > claimed_atomic THEN NULL ELSE claim_gas END,
      claimed_together = CASE WHEN ${claimed} > claimed_atomic THEN 1 ELSE claimed_together END, is_unsettled = is_unsettled OR ${claimed} > claimed_atomic,
      unclaimed_since = CASE WHEN charged_atomic > ${claimed} THEN unclaimed_since END
    WHERE network = ${network} AND id = ${id} AND pending_id = ${pendingId}::uuid`
}
