import {
  type ClaimableChannel,
  type ClaimLimits,
  listUnsettled,
  listUnwatched,
  recordClaimGas,
  recordClaims,
  recordSettledClaims,
  takeClaims,
  type Unsettled,
} from '@/lib/payments/channels/claims'
import { readTime } from '@/lib/payments/channels/reserve-channel'
import { syncChannel } from '@/lib/payments/channels/sync-channel'
import { channelReasons, reasons } from '@/lib/x402/reasons'
import type { PaymentRequirements, SettleOutcome } from '@/lib/x402/wire'
import type { Gate } from '../gate'
import { readFunds } from './channel-funds'
import { termsOf, toPayload } from './receiver-terms'

/** How many channels one transaction claims. */
const CLAIMS_TOGETHER = 50

/** Why claims may fail for one of them, or for being too many. Halves cost fewer transactions than single ones. */
const FAILED_TOGETHER: string[] = [
  channelReasons.claimSimulationFailed,
  channelReasons.claimTransactionFailed,
  channelReasons.claimMalformed,
]

/** How many channels of which the chain's words are old are read anew in one pass. */
const READ_IN_PASS = 20

/**
 * Looks after what was charged and not claimed: reads old channels anew, claims those that are due, and has what was
 * claimed paid out to its receivers. Any number of instances may do so at once.
 */
export async function claimChannels(gate: Gate, limits: ClaimLimits): Promise<{ claimed: number }> {
  for (const channel of await listUnwatched(gate.database, READ_IN_PASS)) await readAnew(gate, channel)
  const due = await takeClaims(gate.database, limits, CLAIMS_TOGETHER * 4)
  let claimed = 0
  for (const claims of together(due)) claimed += await claim(gate, claims)
  for (const unsettled of await listUnsettled(gate.database)) await settle(gate, unsettled)
  return { claimed }
}

/** Those of one receiver and token, as many as one transaction claims. */
function together(channels: ClaimableChannel[]): ClaimableChannel[][] {
  const groups = new Map<string, ClaimableChannel[]>()
  for (const channel of channels) {
    const { token, receiver, receiverAuthorizer } = channel.config
    const key = [channel.network, token, receiver, receiverAuthorizer].join(' ')
    groups.set(key, [...(groups.get(key) ?? []), channel])
  }
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / CLAIMS_TOGETHER) }, (_, n) =>
      group.slice(n * CLAIMS_TOGETHER, (n + 1) * CLAIMS_TOGETHER),
    ),
  )
}

async function claim(gate: Gate, channels: ClaimableChannel[]): Promise<number> {
  const [first] = channels
  if (!first) return 0
  const outcome = await ask(gate, termsOf(first.network, first.config), {
    type: 'claim',
    claims: channels.map(toClaim),
  })
  if (outcome.kind === 'settled') {
    const { transaction } = outcome.response
    await recordClaims(gate.database, channels, transaction)
    await noteGas(gate, channels, { network: first.network, transaction })
    gate.log.info({ network: first.network, channels: channels.length }, 'channels were claimed')
    return channels.length
  }
  const reason = outcome.kind === 'refused' ? outcome.response.errorReason : outcome.reason
  // One payer's contract that disowns its voucher fails all that are claimed with it: the others are claimed without.
  if (channels.length > 1 && reason && FAILED_TOGETHER.includes(reason)) {
    const half = channels.length >> 1
    return (await claim(gate, channels.slice(0, half))) + (await claim(gate, channels.slice(half)))
  }
  // What became of it, the chain tells; whatever is unclaimed still is tried again.
  gate.log.warn({ network: first.network, channels: channels.length, reason }, 'A claim of channels did not settle')
  for (const channel of channels) await readAnew(gate, channel)
  return 0
}

/** For the seller to see; a chain that does not tell leaves it out. */
async function noteGas(gate: Gate, channels: ClaimableChannel[], claim: { network: string; transaction: string }) {
  try {
    const gasUsed = await gate.ports.chains.gasUsedBy(claim.network, claim.transaction)
    if (gasUsed !== null) await recordClaimGas(gate.database, { ...claim, gasUsed }, channels)
  } catch (error) {
    gate.log.warn({ err: error, ...claim }, 'The gas of a claim was not noted')
  }
}

const toClaim = ({ config, chargedAtomic, signedAtomic, signature }: ClaimableChannel) => ({
  voucher: { channel: config, maxClaimableAmount: signedAtomic.toString() },
  signature,
  totalClaimed: chargedAtomic.toString(),
})

async function settle(gate: Gate, unsettled: Unsettled): Promise<void> {
  const since = await readTime(gate.database)
  const { network, receiver, token } = unsettled
  const outcome = await ask(gate, termsOf(network, { receiver, token }), { type: 'settle', receiver, token })
  const isDone =
    outcome.kind === 'settled' ||
    (outcome.kind === 'refused' && outcome.response.errorReason === channelReasons.nothingToSettle)
  if (isDone) await recordSettledClaims(gate.database, unsettled, since)
}

/** Keeps what the chain says of a channel now: its claimed sum, or that its payer is about to leave. */
async function readAnew(gate: Gate, channel: ClaimableChannel): Promise<void> {
  const { network, id, config, chargedAtomic, signedAtomic, signature } = channel
  const asOf = await readTime(gate.database)
  const voucher = { channelId: id, maxClaimableAmount: signedAtomic.toString(), signature }
  // As a refund: its voucher may have been claimed already.
  const payload = { type: 'refund', channelConfig: config, voucher }
  const requirements = termsOf(network, config)
  const verdict = await gate.ports.facilitator.verify(toPayload(requirements, payload), requirements).catch(() => null)
  const funds = readFunds(verdict?.extra)
  if (funds) await syncChannel(gate.database, { network, id, config, funds, asOf, chargedAtomic })
}

async function ask(
  gate: Gate,
  requirements: PaymentRequirements,
  payload: Record<string, unknown>,
): Promise<SettleOutcome> {
  try {
    return await gate.ports.facilitator.settle(toPayload(requirements, payload), requirements, null)
  } catch (error) {
    gate.log.error({ err: error, type: payload.type }, 'Channels could not be claimed')
    return { kind: 'unknown', reason: reasons.unexpectedSettleError }
  }
}
