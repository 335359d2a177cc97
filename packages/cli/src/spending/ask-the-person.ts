import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { networkName } from '@/lib/base/x402/networks'
import { paysByChannel } from '@/lib/base/x402/payment-channel'
import { paysBeforeAnswer } from '@/lib/base/x402/payment-flow'
import type { PaymentIntent } from '@/lib/client/create-paid-fetch'
import type { PaidCall, SpendingGuard } from './follow-call'

/** The tool that gets back what is left of a deposit; there only where deposits are allowed. */
export const REFUND_TOOL_NAME = 'get-deposit-back'

const confirmationSchema = {
  type: 'object' as const,
  properties: { pay: { type: 'boolean' as const, title: 'Pay', description: 'Yes signs the payment' } },
  required: ['pay'],
}

/** Asks through the client. One that cannot ask cannot pay: `setting` forbids payments without a question. */
export function askThePerson(server: Server, setting: string, maxDeposit: string | null): SpendingGuard['confirm'] {
  return async (intent, call) => {
    if (!server.getClientCapabilities()?.elicitation) {
      return `${setting} is on and this MCP client cannot ask its user (no elicitation). Nothing was paid.`
    }
    const answer = await server.elicitInput({
      message: question(intent, call, maxDeposit),
      requestedSchema: confirmationSchema,
    })
    const isAgreed = answer.action === 'accept' && answer.content?.pay === true
    return isAgreed ? null : 'The payment was not confirmed. Nothing was paid.'
  }
}

function question(
  { requirements, price, wallet }: PaymentIntent,
  { url, advice }: PaidCall,
  maxDeposit: string | null,
): string {
  const { scheme, network, payTo } = requirements
  const amount = scheme === 'upto' ? `at most ${price}` : price
  const aside = paysByChannel(requirements)
    ? ` It is paid out of a deposit of at most ${maxDeposit}; ${REFUND_TOOL_NAME} gets back what is left.`
    : ''
  const order = paysBeforeAnswer(requirements) ? ' The seller takes the money before it answers.' : ''
  return `Pay ${amount} on ${networkName(network)} from ${wallet.address} to ${payTo} for ${url.href}?${aside}${order}${advice ? ` ${advice}` : ''}`
}
