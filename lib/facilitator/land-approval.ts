import { setTimeout as sleep } from 'node:timers/promises'
import type { Refusal } from '@/lib/chains/settlement/settlement-chain'
import type { Settlement } from './settlement'

/** Of the time after which a claim without a transaction is let go: an approval must land well before. */
const SHARE_OF_CLAIM = 0.8

const MIN_POLL_MS = 100

/**
 * Brings the approval on the chain that a payment comes with, with gas money first where its payer lacks some. Null
 * when the payment can settle. Nothing here moves the payer's money, and all of it is safe to repeat: whoever settles
 * again after a crash, or after a refusal for lateness, goes on where the chain stands.
 */
export async function landApproval({ room, lane, payment, mayBegin }: Settlement): Promise<Refusal | null> {
  const { chain } = lane
  const resendAfterMs = Math.min(room.limits.resendAfterMs, room.limits.takeOverAfterMs / 4)
  const until = performance.now() + room.limits.takeOverAfterMs * SHARE_OF_CLAIM
  let hasFunded = false
  let sentAt = -Infinity
  for (;;) {
    const approval = (await chain.findPendingApproval?.(payment)) ?? null
    if (!approval || approval.isRefused) return approval
    const now = performance.now()
    if (now > until) return late
    await mayBegin
    if (approval.funding && !hasFunded) {
      hasFunded = true
      await lane.fund(approval.funding)
    } else if (!approval.funding && now - sentAt > resendAfterMs) {
      sentAt = now
      await chain.send(approval.raw)
    }
    await sleep(Math.min(MIN_POLL_MS, chain.pollIntervalMs))
  }
}

const late: Refusal = {
  isRefused: true,
  reason: 'erc20_approval_broadcast_failed',
  message: 'The approval has not landed yet. Nothing was paid; the same payment may be settled again.',
}
