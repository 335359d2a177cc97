import { corsHeaders, gatedCacheHeaders } from '@/lib/base/x402/protocol-headers'
import type { KnownChannel } from '@/lib/payments/channels/reserve-channel'
import type { Gate } from '../gate'
import type { OpenedRequest } from '../opened-request'
import { paymentInProgress, refuse, stillUnknown } from '../refuse-payment'
import { settledHeaders } from '../release'
import type { ChannelCall } from './channel-call'
import { refundChannel } from './refund-channel'

/** Gives the payer back the rest of the channel, or a part of it. No handler runs and nothing is charged. */
export async function answerChannelRefund(
  gate: Gate,
  opened: OpenedRequest,
  call: ChannelCall,
  channel: KnownChannel,
): Promise<Response> {
  const outcome = await refundChannel(gate, call, channel, call.payment)
  switch (outcome.kind) {
    case 'lost':
      return paymentInProgress()
    case 'unknown':
      return stillUnknown()
    case 'refused':
      return refuse(gate, opened, outcome.reason, outcome.response)
    case 'refunded':
      return Response.json(
        { message: 'What was left in the channel has been given back.', channelId: call.payment.id },
        {
          headers: {
            ...corsHeaders,
            ...gatedCacheHeaders,
            ...settledHeaders({ response: outcome.response, extensionResponses: null }),
          },
        },
      )
  }
}
