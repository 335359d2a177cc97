import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import type { SignedChannel, SignedPayment } from '../signed-payment'
import type { DepositPayload } from './channel-payload'
import { checkChannelSignature } from './check-channel-signature'
import { depositAuthorizationOf } from './deposit-authorization'
import { parseChannelTerms, parseDepositTerms } from './deposit-terms'

/** Reads a payment of the scheme `batch-settlement` that brings money into its channel. */
export function readDeposit(payload: PaymentPayload, requirements: PaymentRequirements): SignedPayment {
  return toSignedDeposit(parseDepositTerms(payload.payload, requirements), payload, requirements)
}

/** The same for a deposit that was parsed and compared with those terms. */
export function toSignedDeposit(
  deposit: DepositPayload,
  payload: PaymentPayload,
  requirements: PaymentRequirements,
): SignedPayment {
  return {
    payload,
    requirements,
    authorization: depositAuthorizationOf(deposit, requirements),
    signed: { kind: 'deposit', deposit },
    checkSignature: (chain) => checkChannelSignature(chain, deposit, requirements),
  }
}

/** Reads any payload of a payer about its channel, a deposit too. Local. Fails with a `PayloadError`. */
export function readSignedChannel(payload: PaymentPayload, requirements: PaymentRequirements): SignedChannel {
  const channel = parseChannelTerms(payload.payload, requirements)
  const checkSignature: SignedChannel['checkSignature'] = (chain) => checkChannelSignature(chain, channel, requirements)
  return { payload, requirements, channel, checkSignature }
}
