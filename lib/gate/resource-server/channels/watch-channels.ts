import { sideBySide } from '@/lib/base/infra/side-by-side'
import { type ClaimableChannel, listUnwatched } from '@/lib/payments/channels/claims'
import { readTime } from '@/lib/payments/channels/reserve-channel'
import { syncChannel } from '@/lib/payments/channels/sync-channel'
import type { Gate } from '../gate'
import { readFunds } from './channel-funds'
import { termsOf, toPayload } from './receiver-terms'

/** Channels with an old state that one pass reads again, and how many of them at once. */
const READ_IN_PASS = 40
const READ_AT_ONCE = 8

/**
 * Reads channels with an unclaimed amount again, so that a payer who is about to leave is seen in time. A separate job:
 * claims may take long, and this must not wait for them.
 */
export async function watchChannels(gate: Gate): Promise<void> {
  await sideBySide(await listUnwatched(gate.database, READ_IN_PASS), READ_AT_ONCE, (channel) => readAnew(gate, channel))
}

/** Stores the channel's present state on the chain: its claimed sum, or that its payer is about to leave. */
export async function readAnew(gate: Gate, channel: ClaimableChannel): Promise<void> {
  const { network, id, config, signedAtomic, signature } = channel
  const asOf = await readTime(gate.database)
  const voucher = { channelId: id, maxClaimableAmount: signedAtomic.toString(), signature }
  // Sent like a refund: its voucher may have been claimed already.
  const payload = { type: 'refund', channelConfig: config, voucher }
  const requirements = termsOf(network, config)
  const asked = { payload: toPayload(requirements, payload), requirements }
  const verdict = await gate.ports.facilitator.verify(asked).catch(() => null)
  const funds = readFunds(verdict?.extra)
  if (funds) await syncChannel(gate.database, { network, id, config, funds, asOf, beginsAtomic: null })
}
