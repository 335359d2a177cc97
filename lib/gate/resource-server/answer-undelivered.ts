import { reasons } from '@/lib/base/x402/reasons'
import type { SettleResponse } from '@/lib/base/x402/wire'
import { problemResponse } from './problem'
import { settledHeaders } from './settled-headers'

/** Tells that content of a settled payment was given up, and who refunds it. */
export function answerUndelivered({ payTo, response }: { payTo: string; response: SettleResponse }): Response {
  return problemResponse({
    code: reasons.deliveryExhausted,
    detail:
      `Your payment was taken ${takenFrom(response)}, and its content did not arrive. ` +
      `No more attempts are made and nothing more is charged. The seller, who was paid at ${payTo}, sees it as received and not delivered: ask for it back there.`,
    headers: settledHeaders({ response, extensionResponses: null }),
  })
}

/** A channel's payment lands with others, in a transaction that is not known yet. */
const takenFrom = ({ transaction }: SettleResponse): string =>
  transaction === '' ? 'out of your payment channel' : `in transaction ${transaction}`
