import { readGasUsed } from '@/lib/base/chains/evm/read-gas-used'
import { sideBySide } from '@/lib/base/infra/concurrency'
import { databaseNow } from '@/lib/base/infra/prune'
import { channelReasons } from '@/lib/base/x402/payment-channel'
import { reasons } from '@/lib/base/x402/reasons'
import type { PaymentRequirements, SettleOutcome } from '@/lib/base/x402/wire'
import type { Gate } from '@/lib/gate/resource-server/gate'
import { syncChannel } from '../ledger/channel-rows'
import {
  type ClaimableChannel,
  type ClaimLimits,
  listUnsettled,
  listUnwatched,
  postponePayout,
  recordClaimGas,
  recordClaims,
  recordSettledClaims,
  takeClaims,
  type Unsettled,
} from '../ledger/claims'
import { readFunds, termsOf, toPayload } from './channel-funds'

const CLAIMS_TOGETHER = 50

/** Reasons why claims may fail for one of them or for their number. Halving needs fewer transactions. */
const FAILED_TOGETHER: string[] = [
  channelReasons.claimSimulationFailed,
  channelReasons.claimTransactionFailed,
  channelReasons.claimMalformed,
]

const RECEIVERS_AT_ONCE = 8

/**
 * Claims charged amounts that are due, and pays claimed amounts out to their receivers: several receivers side by side,
 * each one's channels in turn. Any number of instances may do so at once. Returns how many it claimed.
 */
export async function claimChannels(gate: Gate, limits: ClaimLimits): Promise<number> {
  const due = await takeClaims(gate.database, limits, CLAIMS_TOGETHER * 4)
  const counts = await sideBySide(ofReceivers(due), RECEIVERS_AT_ONCE, (channels) => claimInTurn(gate, channels))
  await sideBySide(await listUnsettled(gate.database), RECEIVERS_AT_ONCE, (unsettled) => payOut(gate, unsettled))
  return counts.reduce((sum, count) => sum + count, 0)
}

function ofReceivers(channels: ClaimableChannel[]): ClaimableChannel[][] {
  const groups = new Map<string, ClaimableChannel[]>()
  for (const channel of channels) {
    const { token, receiver, receiverAuthorizer } = channel.config
    const key = [channel.network, token, receiver, receiverAuthorizer].join(' ')
    groups.set(key, [...(groups.get(key) ?? []), channel])
  }
  return [...groups.values()]
}

async function claimInTurn(gate: Gate, channels: ClaimableChannel[]): Promise<number> {
  let claimed = 0
  for (let from = 0; from < channels.length; from += CLAIMS_TOGETHER) {
    claimed += await claim(gate, channels.slice(from, from + CLAIMS_TOGETHER))
  }
  return claimed
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
  // One payer's contract that disowns its voucher fails all claims in the same transaction: the others are claimed
  // without it.
  if (channels.length > 1 && reason && FAILED_TOGETHER.includes(reason)) {
    const half = channels.length >> 1
    return (await claim(gate, channels.slice(0, half))) + (await claim(gate, channels.slice(half)))
  }
  // The chain shows how it ended; amounts that are still unclaimed are tried again.
  gate.log.warn({ network: first.network, channels: channels.length, reason }, 'A claim of channels did not settle')
  for (const channel of channels) await readAnew(gate, channel)
  return 0
}

/** For the seller's information; left out where the chain does not tell. */
async function noteGas(gate: Gate, channels: ClaimableChannel[], claim: { network: string; transaction: string }) {
  try {
    const gasUsed = await readGasUsed(gate.chains, claim.network, claim.transaction)
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

async function payOut(gate: Gate, unsettled: Unsettled): Promise<void> {
  const since = await databaseNow(gate.database)
  const { network, receiver, token } = unsettled
  const outcome = await ask(gate, termsOf(network, { receiver, token }), { type: 'settle', receiver, token })
  const isDone =
    outcome.kind === 'settled' ||
    (outcome.kind === 'refused' && outcome.response.errorReason === channelReasons.nothingToSettle)
  if (isDone) await recordSettledClaims(gate.database, unsettled, since)
  // The receiver may never be payable, for example because the token has blocked it.
  else await postponePayout(gate.database, unsettled)
}

async function ask(
  gate: Gate,
  requirements: PaymentRequirements,
  payload: Record<string, unknown>,
): Promise<SettleOutcome> {
  try {
    return await gate.facilitator.settle({ payload: toPayload(requirements, payload), requirements }, null)
  } catch (error) {
    gate.log.error({ err: error, type: payload.type }, 'Channels could not be claimed')
    return { kind: 'unknown', reason: reasons.unexpectedSettleError }
  }
}

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
async function readAnew(gate: Gate, channel: ClaimableChannel): Promise<void> {
  const { network, id, config, signedAtomic, signature } = channel
  const asOf = await databaseNow(gate.database)
  const voucher = { channelId: id, maxClaimableAmount: signedAtomic.toString(), signature }
  // Sent like a refund: its voucher may have been claimed already.
  const payload = { type: 'refund', channelConfig: config, voucher }
  const requirements = termsOf(network, config)
  const asked = { payload: toPayload(requirements, payload), requirements }
  const verdict = await gate.facilitator.verify(asked).catch(() => null)
  const funds = readFunds(verdict?.extra)
  if (funds) await syncChannel(gate.database, { network, id, config, funds, asOf, beginsAtomic: null })
}
