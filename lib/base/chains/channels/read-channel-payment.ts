import type { ChannelPayment } from '@/lib/base/x402/payment-channel'
import { channelReasons } from '@/lib/base/x402/reasons'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { PayloadError } from '../errors'
import type { SignedPayment } from '../signed-payment'
import { parseChannelPayload } from './channel-payload'
import { checkChannelSignature, checkVoucherSignature } from './check-channel-signature'
import { requireDepositTerms, toSignedDeposit } from './deposit'
import { findChannelMismatch } from './find-channel-mismatch'

/** A payment through a channel as it was read once, with its deposit if it brings one. */
export type SignedChannelPayment = ChannelPayment &
  Pick<SignedPayment, 'checkSignature'> & { deposit: SignedPayment | null }

/**
 * Reads a payment through a channel, compares it with our terms and checks its voucher where a key signed it. Local.
 * Fails with a `PayloadError` that carries the wire's reason.
 */
export function readChannelPayment(payload: PaymentPayload, requirements: PaymentRequirements): SignedChannelPayment {
  const read = parseChannelPayload(payload.payload)
  const { config, voucher } = read
  const mismatch = findChannelMismatch(config, voucher.channelId, requirements)
  if (mismatch) throw new PayloadError(mismatch, 'Expected a channel of these terms.')
  const isSigned = checkVoucherSignature(config, voucher, requirements.network)
  if (isSigned === false) throw new PayloadError(channelReasons.voucherSignature, 'Expected a voucher of that channel.')
  if (read.type === 'deposit') requireDepositTerms(read, requirements)
  return {
    type: read.type,
    network: requirements.network,
    id: voucher.channelId,
    config,
    maxAtomic: voucher.maxClaimableAtomic,
    signature: voucher.signature,
    isKeySigned: isSigned === true,
    depositAtomic: read.type === 'deposit' ? read.amountAtomic : 0n,
    refundAtomic: read.type === 'refund' ? read.amountAtomic : null,
    deposit: read.type === 'deposit' ? toSignedDeposit(read, payload, requirements) : null,
    checkSignature: (chain) => checkChannelSignature(chain, read, requirements),
  }
}
