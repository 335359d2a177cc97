import { within } from '@/lib/base/infra/within'
import type { ChannelFunds } from '@/lib/base/x402/payment-channel'
import { reasons } from '@/lib/base/x402/reasons'
import type { SettleResponse } from '@/lib/base/x402/wire'
import type { Gate } from '../gate'
import type { ChannelCall } from './channel-call'
import { readSettledFunds } from './channel-funds'

/**
 * `refused`: also where it is sent for another server. `unknown`: it may land yet. The payer's money is then in the
 * payer's channel, and the same payload opens it.
 */
export type SettledDeposit =
  | { kind: 'settled'; funds: ChannelFunds; deposit: SettleResponse }
  | { kind: 'refused'; reason: string }
  | { kind: 'unknown' }

/** Brings a deposit into its channel. The deposit pays for nothing yet: charges come afterwards. */
export async function settleDeposit(gate: Gate, call: ChannelCall): Promise<SettledDeposit> {
  const { payment, payload, requirements, pendingId } = call
  const settling = gate.ports.facilitator.settle(payment.deposit ?? { payload, requirements }, null, pendingId)
  const outcome = await within(requirements.maxTimeoutSeconds * 1000, settling)
  if (outcome?.kind === 'refused') {
    return { kind: 'refused', reason: outcome.response.errorReason ?? reasons.unexpectedSettleError }
  }
  if (outcome?.kind === 'unknown' && outcome.reason === reasons.duplicateSettlement) {
    return { kind: 'refused', reason: outcome.reason }
  }
  const funds = outcome?.kind === 'settled' ? readSettledFunds(outcome.response.extra) : null
  return outcome?.kind === 'settled' && funds
    ? { kind: 'settled', funds, deposit: outcome.response }
    : { kind: 'unknown' }
}
