import { isSameAddress } from '@/lib/base/x402/addresses'
import { answerAskedBefore } from '@/lib/gate/resource-server/asked-before'
import { deliverStored } from '@/lib/gate/resource-server/deliver'
import type { Gate, OpenedRequest } from '@/lib/gate/resource-server/gate'
import { isForRequest } from '@/lib/gate/resource-server/open-request'
import { readPaymentIdentifier } from '@/lib/gate/resource-server/read-extensions'
import { identifierConflict } from '@/lib/gate/resource-server/refuse-payment'
import { findIdentified, findPayment, type LedgerRow } from '@/lib/payments/ledger'
import { authorizationKeyOf, channelPrefixOf, type PresentedCall, payerOf } from './channel-call'

/**
 * Answers a repeat of a charged request, signed by a key that may sign for its channel: with its stored answer, while
 * that is undelivered. Null for any other request.
 */
export async function answerRepeatedCall(
  gate: Gate,
  opened: OpenedRequest,
  call: PresentedCall,
): Promise<Response | null> {
  if (call.payment.type === 'refund') return null
  const row = await findPayment(gate.database, authorizationKeyOf(call))
  if (!row || !(await isForRequest(opened, row)) || !(await isOwnPayment(gate, call, row))) return null
  const answer = await answerAskedBefore(gate, opened, row, 'voucher', call)
  if (answer) return answer
  const identifier = readPaymentIdentifier(call.payload)
  return identifier !== null && row.paymentIdentifier === identifier ? deliverStored(gate, opened, row) : null
}

/**
 * Answers a payment identifier that was used at the route: with its outcome, or with a conflict, also where another
 * payer asks. Null for a new one, and for none.
 */
export async function answerNamedCall(
  gate: Gate,
  opened: OpenedRequest,
  call: PresentedCall,
): Promise<Response | null> {
  const { payment, payload } = call
  const paymentIdentifier = readPaymentIdentifier(payload)
  if (paymentIdentifier === null || payment.type === 'refund') return null
  const used = { routeKey: opened.route.key, payerIdentity: payerOf(payment), paymentIdentifier }
  const row = await findIdentified(gate.database, used)
  if (!row) return null
  const isTheirs = (await isOwnPayment(gate, call, row)) && (await isForRequest(opened, row))
  return isTheirs ? answerAskedBefore(gate, opened, row, 'identifier', call) : identifierConflict()
}

/**
 * True if the sender of a call may have the content of that payment, which names the same payer. Anyone can name a
 * payer in a channel, with their own key to sign for it, and fill it too: such a key may only have payments of its own
 * channel. Payments of other channels and other schemes belong to the payer, who has to sign.
 * Fails like an outage where only a chain that does not answer could tell.
 */
async function isOwnPayment(
  gate: Gate,
  { payment }: PresentedCall,
  row: Pick<LedgerRow, 'authorizationKey'>,
): Promise<boolean> {
  const { network, config, isKeySigned, type } = payment
  const isOfChannel = row.authorizationKey.startsWith(channelPrefixOf(payment))
  const isPayersKey = isSameAddress(network, config.payer, config.payerAuthorizer)
  if (isKeySigned && (isOfChannel || isPayersKey)) return true
  // The payer has signed a deposit, and each voucher of a channel that names no key.
  if (isKeySigned && type !== 'deposit') return false
  return (await gate.chains.checkSignature(network, payment)).isValid
}
