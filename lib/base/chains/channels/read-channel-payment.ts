import type { ChannelPayment } from '@/lib/base/x402/payment-channel'
import { channelReasons } from '@/lib/base/x402/reasons'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { PayloadError } from '../errors'
import { parseChannelPayload } from './channel-payload'
import { checkVoucherSignature } from './check-voucher-signature'
import { depositAuthorizationOf } from './deposit-authorization'
import { findChannelMismatch } from './find-channel-mismatch'

/**
 * Reads a payment through a channel, compares it with our terms and checks its voucher where a key signed it. Local.
 * Fails with a `PayloadError` that carries the wire's reason.
 */
export function readChannelPayment(payload: PaymentPayload, requirements: PaymentRequirements): ChannelPayment {
  const read = parseChannelPayload(payload.payload)
  const { config, voucher } = read
  const mismatch = findChannelMismatch(config, voucher.channelId, requirements)
  if (mismatch) throw new PayloadError(mismatch, 'Expected a channel of these terms.')
  const isSigned = checkVoucherSignature(config, voucher, requirements.network)
  if (isSigned === false) throw new PayloadError(channelReasons.voucherSignature, 'Expected a voucher of that channel.')
  return {
    type: read.type,
    network: requirements.network,
    id: voucher.channelId,
    config,
    maxAtomic: voucher.maxClaimableAtomic,
    signature: voucher.signature,
    isKeySigned: isSigned === true,
    depositAtomic: read.type === 'deposit' ? read.amountAtomic : 0n,
    depositKey: read.type === 'deposit' ? depositAuthorizationOf(payload.payload, requirements).key : null,
    refundAtomic: read.type === 'refund' ? read.amountAtomic : null,
  }
}
