import type { SettleResponse } from '@/lib/x402/wire'
import type { LeasedClaim } from './answer-claimed-payment'
import type { Gate } from './gate'
import type { OpenedRequest } from './open-request'

/** Runs the seller's own code for a payment that was settled. Errors are logged. */
export async function runAfterSettlement(
  gate: Gate,
  opened: OpenedRequest,
  claim: LeasedClaim,
  response: SettleResponse,
): Promise<void> {
  try {
    await opened.route.config.hooks?.afterSettlement?.({
      paymentId: claim.paymentId,
      resourceUri: opened.resourceUri,
      payer: claim.authorization.payer,
      response,
      requirements: claim.requirements,
    })
  } catch (error) {
    gate.log.error({ err: error, paymentId: claim.paymentId }, 'An afterSettlement hook threw')
  }
}
