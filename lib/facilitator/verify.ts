import { isRpcUnreachable } from '@/lib/chains/errors'
import { channelReasons, reasons } from '@/lib/x402/reasons'
import type { VerifyResponse } from '@/lib/x402/wire'
import { belowMinimum } from './below-minimum'
import { gasUseOf } from './gas-use'
import { payloadDigest } from './payload-digest'
import { isChannelRequest, type PaymentRequest, readPayment, readTerms } from './read-payment'
import type { FacilitatorRoom } from './room'
import type { AskedBy } from './settle'

export type VerifyOptions = {
  /**
   * A UUID of the caller: until it settles or releases it, no other caller can settle the
   * authorization or reserve it. Verifying again lengthens the reservation.
   */
  holder?: string
} & AskedBy

/**
 * Says whether a payment would settle now, and reserves the payer's money for it until settle, or until the
 * reservation lapses. Every refusal is a verdict with a reason; nothing is charged.
 */
export async function verify(
  room: FacilitatorRoom,
  request: PaymentRequest,
  { holder, caller, minimumAtomic = 0n }: VerifyOptions = {},
): Promise<VerifyResponse> {
  if (isChannelRequest(request)) return verifyVoucher(room, request)
  const read = readPayment(room.deps.chains, request)
  if (!read.isReadable) return invalid(read)
  const { chain, payment } = read
  const { payer, asset, amountAtomic } = payment.authorization
  const tooSmall = belowMinimum(payment, minimumAtomic)
  if (tooSmall) return invalid(tooSmall)
  try {
    const { budget } = room.settler(chain.network)
    const use = gasUseOf('payment', payment.requirements, caller)
    const refusal = (await budget.refusal(use, { asset, amountAtomic })) ?? (await chain.check(payment))
    if (refusal) return invalid({ ...refusal, payer })
    const verdict = await room.settler(chain.network).admit({
      payment,
      payloadDigest: payloadDigest(request.paymentPayload),
      claimToken: null,
      holder: holder ?? null,
      settleAmountAtomic: payment.authorization.amountAtomic,
    })
    if (verdict.kind === 'refused') return invalid({ ...verdict, payer })
    if (verdict.kind === 'taken') return invalid({ reason: reasons.duplicateSettlement, payer })
    return { isValid: true, payer, ...(verdict.extra && { extra: verdict.extra }) }
  } catch (error) {
    if (!isRpcUnreachable(error)) throw error
    room.deps.log.warn({ network: chain.network }, 'verify: the network cannot be reached')
    return invalid({ reason: reasons.unexpectedVerifyError, message: error.message, payer })
  }
}

/** A voucher or a wish for a refund moves nothing: only the chain is asked, and nothing is reserved. */
async function verifyVoucher({ deps }: FacilitatorRoom, request: PaymentRequest): Promise<VerifyResponse> {
  const read = readTerms(deps.chains, request)
  if (!read.isReadable) return invalid(read)
  const { chain, ...voucher } = read
  try {
    if (chain.channels) return await chain.channels.verify(voucher)
    return invalid({ reason: reasons.unsupportedScheme })
  } catch (error) {
    if (!isRpcUnreachable(error)) throw error
    deps.log.warn({ network: chain.network }, 'verify: the network cannot be reached')
    return invalid({ reason: channelReasons.rpcReadFailed, message: error.message })
  }
}

function invalid({ reason, message, payer }: { reason: string; message?: string; payer?: string }): VerifyResponse {
  return {
    isValid: false,
    invalidReason: reason,
    ...(message ? { invalidMessage: message } : {}),
    ...(payer ? { payer } : {}),
  }
}
