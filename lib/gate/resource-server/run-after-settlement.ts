import type { PaymentRequirements, SettleResponse } from '@/lib/base/x402/wire'
import type { Gate } from './gate'
import type { LeasedClaim } from './leased-claim'
import type { OpenedRequest } from './opened-request'

type Paid = { paymentId: string; payer: string; requirements: PaymentRequirements }

export const paidBy = ({ paymentId, authorization, requirements }: LeasedClaim): Paid => ({
  paymentId,
  payer: authorization.payer,
  requirements,
})

/** Runs the seller's hook for a payment that was settled. Errors are logged. */
export async function runAfterSettlement(
  gate: Gate,
  opened: OpenedRequest,
  paid: Paid,
  response: SettleResponse,
): Promise<void> {
  try {
    await opened.route.config.hooks?.afterSettlement?.({
      ...paid,
      resourceUri: opened.resourceUri,
      response,
    })
  } catch (error) {
    gate.log.error({ err: error, paymentId: paid.paymentId }, 'An afterSettlement hook threw')
  }
}
