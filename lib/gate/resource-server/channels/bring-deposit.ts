import { within } from '@/lib/base/infra/within'
import type { ChannelFunds } from '@/lib/base/x402/payment-channel'
import { reasons } from '@/lib/base/x402/reasons'
import type { SettleResponse } from '@/lib/base/x402/wire'
import { recordUnpaidWork } from '@/lib/payments/unpaid-work'
import type { Gate } from '../gate'
import type { OpenedRequest } from '../opened-request'
import { refuse, stillUnknown } from '../refuse-payment'
import { type ChannelCall, letGo, payerOf } from './channel-call'
import { readSettledFunds } from './channel-funds'

/** Brings a call's deposit on chain once its work is done. Returns the buyer's answer where it does not land. */
export async function bringDeposit(
  gate: Gate,
  opened: OpenedRequest,
  call: ChannelCall,
): Promise<Response | { funds: ChannelFunds; deposit: SettleResponse }> {
  const settled = await settleDeposit(gate, call)
  if (settled.kind === 'settled') return settled
  await letGo(gate, call, { isUnopened: settled.kind === 'refused' })
  if (settled.kind === 'unknown') return stillUnknown()
  const { payment, pendingId, requirements } = call
  await recordUnpaidWork(gate.database, {
    id: pendingId,
    routeKey: opened.route.key,
    resourceUri: opened.resourceUri,
    requestFingerprint: await opened.fingerprint(),
    payer: payment.config.payer,
    payerIdentity: payerOf(payment),
    requirements,
    reason: settled.reason,
  })
  return refuse(gate, opened, settled.reason)
}

/**
 * `refused`: also where it is sent for another server. `unknown`: it may land yet. The payer's money is then in the
 * payer's channel, and the same payload opens it.
 */
type SettledDeposit =
  | { kind: 'settled'; funds: ChannelFunds; deposit: SettleResponse }
  | { kind: 'refused'; reason: string }
  | { kind: 'unknown' }

/** Brings a deposit into its channel. The deposit pays for nothing yet: charges come afterwards. */
async function settleDeposit(gate: Gate, call: ChannelCall): Promise<SettledDeposit> {
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
