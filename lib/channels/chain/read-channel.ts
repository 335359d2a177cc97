import { BATCH_SETTLEMENT_ADDRESS, ERC3009_DEPOSIT_COLLECTOR_ADDRESS } from '@x402/evm'
import { zeroAddress } from 'viem'
import { type Authorization, authorizationKey, fromUnixSeconds } from '@/lib/base/chains/authorization'
import { PayloadError } from '@/lib/base/chains/errors'
import type { ReadPayload, SignedPayment } from '@/lib/base/chains/signed-payment'
import { addressIdentity, isAddress, isSameAddress } from '@/lib/base/x402/addresses'
import { BATCH_SETTLEMENT, type ChannelKey, channelReasons } from '@/lib/base/x402/payment-channel'
import { reasons } from '@/lib/base/x402/reasons'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { channelIdOf, erc3009NonceOf, PERMIT2_DEPOSIT_COLLECTOR_ADDRESS } from './channel-contract'
import { type ChannelConfig, type ChannelPayload, type DepositPayload, parseChannelPayload } from './channel-payload'
import { checkChannelSignature, checkVoucherSignature } from './check-channel-signature'

/** A payload about a channel; only a deposit authorises a transfer. */
type SignedChannel = ReadPayload & { channel: ChannelPayload }

/** Reads any payload of a payer about its channel, and compares it with our terms. Local. Fails with a `PayloadError`. */
export function readSignedChannel(payload: PaymentPayload, requirements: PaymentRequirements): SignedChannel {
  const channel = parseChannelPayload(payload.payload)
  const mismatch = findChannelMismatch(channel.config, channel.voucher.channelId, requirements)
  if (mismatch) throw refused(mismatch)
  if (channel.type === 'deposit') requireDepositTerms(channel, requirements)
  const checkSignature: SignedChannel['checkSignature'] = (chain) => checkChannelSignature(chain, channel, requirements)
  return { payload, requirements, channel, checkSignature }
}

/** Reads a payment of the scheme `batch-settlement` that brings money into its channel. */
export function readDeposit(payload: PaymentPayload, requirements: PaymentRequirements): SignedPayment {
  const deposit = depositIn(readSignedChannel(payload, requirements))
  if (deposit) return deposit
  throw refused(channelReasons.payloadType)
}

function depositIn({ channel: deposit, ...read }: SignedChannel): SignedPayment | null {
  if (deposit.type !== 'deposit') return null
  return {
    ...read,
    authorization: depositAuthorizationOf(deposit, read.requirements),
    signed: { kind: 'other', read: deposit },
  }
}

/** A payment through a channel as it was read once, with its deposit if it brings one. */
export type SignedChannelPayment = ChannelKey &
  Pick<SignedPayment, 'checkSignature'> & {
    type: ChannelPayload['type']
    config: ChannelConfig
    maxAtomic: bigint
    signature: string
    /** False where only the payer's contract can check the signature: it is unchecked then. */
    isKeySigned: boolean
    depositAtomic: bigint
    /** Refund that is asked for; null for all that is left. */
    refundAtomic: bigint | null
    deposit: SignedPayment | null
  }

/**
 * Reads a payment through a channel, compares it with our terms and checks its voucher where a key signed it. Local.
 * Fails with a `PayloadError` that carries the wire's reason.
 */
export function readChannelPayment(payload: PaymentPayload, requirements: PaymentRequirements): SignedChannelPayment {
  const signed = readSignedChannel(payload, requirements)
  const { channel, checkSignature } = signed
  const { config, voucher } = channel
  const isSigned = checkVoucherSignature(config, voucher, requirements.network)
  if (isSigned === false) throw new PayloadError(channelReasons.voucherSignature, 'Expected a voucher of that channel.')
  return {
    type: channel.type,
    network: requirements.network,
    id: voucher.channelId,
    config,
    maxAtomic: voucher.maxClaimableAtomic,
    signature: voucher.signature,
    isKeySigned: isSigned === true,
    depositAtomic: channel.type === 'deposit' ? channel.amountAtomic : 0n,
    refundAtomic: channel.type === 'refund' ? channel.amountAtomic : null,
    deposit: depositIn(signed),
    checkSignature,
  }
}

/** The contract's bounds on how long a payer waits for what is not claimed. */
const MIN_WITHDRAW_DELAY_SECONDS = 900
const MAX_WITHDRAW_DELAY_SECONDS = 2_592_000

/** The field in which a channel differs from our terms, or from the id that it was sent under; null for none. Local. */
export function findChannelMismatch(
  config: ChannelConfig,
  channelId: string,
  requirements: Pick<PaymentRequirements, 'network' | 'payTo' | 'asset' | 'extra'>,
): string | null {
  const { receiverAuthorizer, withdrawDelay } = requirements.extra ?? {}
  if (channelIdOf(config, requirements.network) !== channelId) return channelReasons.channelIdMismatch
  if (!isSameAddress('evm', config.receiver, requirements.payTo)) return channelReasons.receiverMismatch
  if (isSameAddress('evm', config.payer, config.receiver)) return reasons.payerIsPayee
  if (!isUsableAddress(receiverAuthorizer) || !isSameAddress('evm', config.receiverAuthorizer, receiverAuthorizer)) {
    return channelReasons.receiverAuthorizerMismatch
  }
  if (!isSameAddress('evm', config.token, requirements.asset)) return channelReasons.tokenMismatch
  if (withdrawDelay !== undefined && config.withdrawDelay !== secondsOf(withdrawDelay)) {
    return channelReasons.withdrawDelayMismatch
  }
  const isInRange =
    config.withdrawDelay >= MIN_WITHDRAW_DELAY_SECONDS && config.withdrawDelay <= MAX_WITHDRAW_DELAY_SECONDS
  return isInRange ? null : channelReasons.withdrawDelayOutOfRange
}

/** Null for anything but a number: the terms may come from anyone, and converting an object may fail. */
const secondsOf = (value: unknown): number | null =>
  typeof value === 'number' || typeof value === 'string' ? Number(value) : null

const isUsableAddress = (value: unknown): value is string =>
  typeof value === 'string' && isAddress('evm', value) && value !== zeroAddress

function requireDepositTerms(deposit: DepositPayload, { asset, extra }: PaymentRequirements): void {
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

/**
 * A deposit's authorization: a transfer like any other, identified by the same nonces. `payTo` is the first receiver of
 * the payer's money: the collector, or for Permit2 the contract that holds the channels.
 */
function depositAuthorizationOf(
  { config, voucher, amountAtomic, authorization }: DepositPayload,
  requirements: PaymentRequirements,
): Authorization {
  const { network, asset } = requirements
  const shared = { network, scheme: BATCH_SETTLEMENT, asset, payer: config.payer, amountAtomic } as const
  if (authorization.form === 'permit2') {
    const nonce = authorization.nonce.toString()
    return {
      ...shared,
      key: authorizationKey(network, 'permit2', config.payer, nonce),
      payTo: addressIdentity('evm', BATCH_SETTLEMENT_ADDRESS),
      nonce,
      validAfter: null,
      validBefore: fromUnixSeconds(authorization.deadline),
    }
  }
  const nonce = erc3009NonceOf(voucher.channelId, authorization.salt)
  return {
    ...shared,
    key: authorizationKey(network, addressIdentity('evm', asset), config.payer, nonce),
    payTo: addressIdentity('evm', ERC3009_DEPOSIT_COLLECTOR_ADDRESS),
    nonce,
    validAfter: fromUnixSeconds(authorization.validAfter),
    validBefore: fromUnixSeconds(authorization.validBefore),
  }
}

const refused = (reason: string) => new PayloadError(reason, 'The payment channel is not one of the required terms.')
