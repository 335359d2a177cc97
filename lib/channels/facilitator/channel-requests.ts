import { isRpcUnreachable } from '@/lib/base/chains/errors'
import { channelReasons, reasons } from '@/lib/base/x402/reasons'
import type { VerifyResponse } from '@/lib/base/x402/wire'
import { type PaymentRequest, readTerms } from '@/lib/facilitator/read-payment'
import { screened } from '@/lib/facilitator/settle-outcome'
import type { FacilitatorContext, RequestScheme } from '@/lib/facilitator/settlement'
import { invalid } from '@/lib/facilitator/verify'
import { settleChannelAction, withChannelState } from './settle-channel-action'

/** Vouchers and refunds that payers show, and what receivers ask to be done with their channels. */
export const channelRequests: RequestScheme = {
  verify: verifyVoucher,
  settle: settleChannelAction,
  complete: async (settlement, { signed }, outcome) =>
    signed.kind === 'deposit' ? withChannelState(settlement, signed.deposit.voucher.channelId, outcome) : outcome,
}

/** A voucher or a payer's request for a refund moves nothing: only the chain is asked, and nothing is reserved. */
async function verifyVoucher({ deps }: FacilitatorContext, request: PaymentRequest): Promise<VerifyResponse> {
  const read = readTerms(deps.chains, request)
  if (!read.isReadable) return invalid(read)
  const { chain, ...voucher } = read
  if (!chain.channels) return invalid({ reason: reasons.unsupportedScheme })
  try {
    const verdict = await chain.channels.verify(voucher)
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
