import { isSameAddress } from '@/lib/base/x402/addresses'
import { channelReasons } from '@/lib/base/x402/reasons'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { PayloadError } from '../errors'
import type { SignedChannel, SignedPayment } from '../signed-payment'
import { PERMIT2_DEPOSIT_COLLECTOR_ADDRESS } from './channel-contract'
import { type ChannelPayload, type DepositPayload, parseChannelPayload } from './channel-payload'
import { checkChannelSignature } from './check-channel-signature'
import { depositAuthorizationOf } from './deposit-authorization'
import { findChannelMismatch } from './find-channel-mismatch'

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

/** Parses a payer's payload and fails with a `PayloadError` unless its channel matches our terms. */
function parseChannelTerms(payload: unknown, requirements: PaymentRequirements): ChannelPayload {
  const read = parseChannelPayload(payload)
  const mismatch = findChannelMismatch(read.config, read.voucher.channelId, requirements)
  if (mismatch) throw refused(mismatch)
  if (read.type === 'deposit') requireDepositTerms(read, requirements)
  return read
}

function parseDepositTerms(payload: unknown, requirements: PaymentRequirements): DepositPayload {
  const read = parseChannelTerms(payload, requirements)
  if (read.type === 'deposit') return read
  throw refused(channelReasons.payloadType)
}

export function requireDepositTerms(deposit: DepositPayload, { asset, extra }: PaymentRequirements): void {
  const { authorization, config, voucher } = deposit
  const method = extra?.assetTransferMethod ?? authorization.form
  if (authorization.form !== 'permit2') {
    if (method === 'permit2') throw refused(channelReasons.payloadType)
    return
  }
  if (method !== 'permit2') throw refused(channelReasons.erc3009AuthorizationRequired)
  if (authorization.from !== config.payer) throw refused(channelReasons.permit2InvalidSignature)
  if (!isSameAddress('evm', authorization.spender, PERMIT2_DEPOSIT_COLLECTOR_ADDRESS)) {
    throw refused(channelReasons.permit2InvalidSpender)
  }
  if (!isSameAddress('evm', authorization.token, asset)) throw refused(channelReasons.tokenMismatch)
  if (authorization.amountAtomic !== deposit.amountAtomic) throw refused(channelReasons.permit2AmountMismatch)
  if (authorization.channelId.toLowerCase() !== voucher.channelId) throw refused(channelReasons.channelIdMismatch)
}

const refused = (reason: string) => new PayloadError(reason, 'The payment channel is not one of the required terms.')
