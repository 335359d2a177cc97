import { isRpcUnreachable } from '@/lib/base/chains/errors'
import { BATCH_SETTLEMENT, channelReasons, paysByChannel } from '@/lib/base/x402/payment-channel'
import { reasons } from '@/lib/base/x402/reasons'
import type { VerifyResponse } from '@/lib/base/x402/wire'
import { type PaymentRequest, readTerms } from '@/lib/facilitator/read-payment'
import { screened } from '@/lib/facilitator/settle-outcome'
import type { FacilitatorContext, RequestScheme } from '@/lib/facilitator/settlement'
import { invalid } from '@/lib/facilitator/verify'
import { depositOf } from '../chain/channel-payload'
import { settleChannelAction, withChannelState } from './settle-channel-action'

/** Vouchers and refunds that payers show, and what receivers ask to be done with their channels. */
export const channelRequests: RequestScheme = {
  isRequest: ({ paymentPayload: { payload }, paymentRequirements }) =>
    paysByChannel(paymentRequirements) && payload.type !== 'deposit',
  verify: verifyVoucher,
  settle: settleChannelAction,
  complete: async (settlement, payment, outcome) =>
    paysByChannel(payment.requirements)
      ? withChannelState(settlement, depositOf(payment).voucher.channelId, outcome)
      : outcome,
}

/** A voucher or a payer's request for a refund moves nothing: only the chain is asked, and nothing is reserved. */
async function verifyVoucher({ deps }: FacilitatorContext, request: PaymentRequest): Promise<VerifyResponse> {
  const { chain, ...voucher } = readTerms(deps.chains, request)
  const channels = chain.requests[BATCH_SETTLEMENT]
  if (!channels) return invalid({ reason: reasons.unsupportedScheme })
  try {
    const verdict = await channels.verify(voucher)
    const { payTo } = voucher.requirements
    const listed =
      verdict.isValid && (await screened({ deps }, { network: chain.network, payer: verdict.payer ?? '', payTo }))
    return listed ? invalid({ ...listed, ...(verdict.payer && { payer: verdict.payer }) }) : verdict
  } catch (error) {
    if (!isRpcUnreachable(error)) throw error
    deps.log.warn({ network: chain.network }, 'verify: the network cannot be reached')
    return invalid({ reason: channelReasons.rpcReadFailed, message: error.message })
  }
}
