import type { ChannelFunds } from '@/lib/base/x402/payment-channel'
import type { SettleResponse } from '@/lib/base/x402/wire'
import { recordUnpaidWork } from '@/lib/payments/unpaid-work'
import type { Gate } from '../gate'
import type { OpenedRequest } from '../opened-request'
import { refuse, stillUnknown } from '../refuse-payment'
import { type ChannelCall, letGo, payerOf } from './channel-call'
import { settleDeposit } from './settle-deposit'

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
