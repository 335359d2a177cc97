import type { Hex } from 'viem'
import { z } from 'zod'
import { PayloadError } from '@/lib/base/chains/errors'
import { addressShape, bytes32Shape, bytesShape, uint128Shape, uint256Shape } from '@/lib/base/chains/evm/shapes'
import type { SignedPayment } from '@/lib/base/chains/signed-payment'
import { channelReasons } from '@/lib/base/x402/payment-channel'

/** Cumulative: the receiver may claim this much over the channel's whole life. */
export type Voucher = { channelId: Hex; maxClaimableAtomic: bigint; signature: Hex }

const MAX_UINT40 = 2 ** 40 - 1

export const channelConfigShape = z.object({
  payer: addressShape,
  payerAuthorizer: addressShape,
  receiver: addressShape,
  receiverAuthorizer: addressShape,
  token: addressShape,
  withdrawDelay: z.number().int().min(0).max(MAX_UINT40),
  salt: bytes32Shape,
})

/**
 * A channel's terms, whose hash is its id. Addresses in lower case; `payerAuthorizer` signs vouchers, and `withdrawDelay`
 * is the seconds after which the payer may take the rest without the receiver.
 */
export type ChannelConfig = z.infer<typeof channelConfigShape>

/** True when the code of the payer's account decides whether its vouchers are valid: the channel names no key. */
export const canDisown = ({ payerAuthorizer }: ChannelConfig): boolean => BigInt(payerAuthorizer) === 0n

/** The id is checked separately, as it has its own reason. */
export const voucherShape = z.object({
  channelId: z.string().max(100),
  maxClaimableAmount: uint128Shape,
  signature: bytesShape,
})

/** A refund's `amountAtomic` null asks for all that is left. */
export type ChannelPayload = ReturnType<typeof parseChannelPayload>
export type DepositPayload = ReturnType<typeof parseDeposit>

const erc3009Shape = z.object({
  validAfter: uint256Shape,
  validBefore: uint256Shape,
  salt: bytes32Shape,
  signature: bytesShape,
})

const permit2Shape = z.object({
  from: addressShape,
  permitted: z.object({ token: addressShape, amount: uint128Shape }),
  spender: addressShape,
  nonce: uint256Shape,
  deadline: uint256Shape,
  witness: z.object({ channelId: z.string().max(100) }),
  signature: bytesShape,
})

const base = { channelConfig: channelConfigShape, voucher: voucherShape }
const voucherPayloadShape = z.object(base)
const refundPayloadShape = z.object({ ...base, amount: z.string().max(100).optional() })
const depositPayloadShape = z.object({
  ...base,
  deposit: z.object({
    amount: uint128Shape,
    authorization: z.object({
      erc3009Authorization: erc3009Shape.optional(),
      permit2Authorization: permit2Shape.optional(),
    }),
  }),
})

/** The payload of a payment by this scheme, which is a deposit. */
export const depositOf = ({ signed }: Pick<SignedPayment, 'signed'>): DepositPayload => {
  if (signed.kind !== 'other') throw new Error(`Expected a deposit, got a payment of the kind ${signed.kind}.`)
  return signed.read as DepositPayload // `readDeposit` wrote it, the only scheme that is handed in.
}

/** Parses the `payload` field of a channel's payment, and compares it with no terms. Fails with a `PayloadError`. */
export function parseChannelPayload(payload: unknown) {
  if (typeof payload !== 'object' || payload === null) throw malformed(channelReasons.payloadType)
  switch ((payload as { type?: unknown }).type) {
    case 'deposit':
      return parseDeposit(payload)
    case 'voucher': {
      const read = voucherPayloadShape.safeParse(payload)
      if (!read.success) throw malformed(channelReasons.voucherMalformed)
      return { type: 'voucher', ...channelOf(read.data) } as const
    }
    case 'refund': {
      const read = refundPayloadShape.safeParse(payload)
      if (!read.success) throw malformed(channelReasons.refundMalformed)
      const { amount } = read.data
      const amountAtomic = amount === undefined ? null : positive(amount)
      return { type: 'refund', ...channelOf(read.data), amountAtomic } as const
    }
    default:
      throw malformed(channelReasons.payloadType)
  }
}

/** A signed transfer into the channel: EIP-3009, whose nonce is made of the channel's id and `salt`, or Permit2. */
function parseDeposit(payload: object) {
  const read = depositPayloadShape.safeParse(payload)
  if (!read.success) throw malformed(channelReasons.depositMalformed)
  const { amount, authorization } = read.data.deposit
  const { erc3009Authorization: erc3009, permit2Authorization: permit2 } = authorization
  if ((erc3009 && permit2) || amount === 0n) throw malformed(channelReasons.depositMalformed)
  const signed = erc3009 ? ({ form: 'eip3009', ...erc3009 } as const) : permit2 && permitOf(permit2)
  if (!signed) throw malformed(channelReasons.erc3009AuthorizationRequired)
  return { type: 'deposit', ...channelOf(read.data), amountAtomic: amount, authorization: signed } as const
}

const permitOf = ({ permitted, witness, ...rest }: z.infer<typeof permit2Shape>) =>
  ({ form: 'permit2', token: permitted.token, amountAtomic: permitted.amount, ...witness, ...rest }) as const

function channelOf({ channelConfig, voucher }: z.infer<typeof voucherPayloadShape>) {
  const { channelId, maxClaimableAmount, signature } = voucher
  const id = bytes32Shape.safeParse(channelId)
  if (!id.success) throw malformed(channelReasons.channelIdInvalid)
  return { config: channelConfig, voucher: { channelId: id.data, maxClaimableAtomic: maxClaimableAmount, signature } }
}

function positive(amount: string): bigint {
  const read = uint128Shape.safeParse(amount)
  if (read.success && read.data > 0n) return read.data
  throw malformed(channelReasons.refundAmountInvalid)
}

const malformed = (reason: string) =>
  new PayloadError(reason, 'Expected a deposit, a voucher or a refund of a payment channel.')
