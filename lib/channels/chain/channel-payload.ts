import type { Address, Hex } from 'viem'
import { z } from 'zod'
import { PayloadError } from '@/lib/base/chains/errors'
import { addressShape, bytes32Shape, bytesShape, uint128Shape, uint256Shape } from '@/lib/base/chains/evm/shapes'
import type { SignedPayment } from '@/lib/base/chains/signed-payment'
import { channelReasons } from '@/lib/base/x402/reasons'

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

/** A channel's fixed configuration; its hash is the channel's id. Addresses in lower case. */
export type WireChannelConfig = z.infer<typeof channelConfigShape>

/** The id is checked separately, as it has its own reason. */
export const voucherShape = z.object({
  channelId: z.string().max(100),
  maxClaimableAmount: uint128Shape,
  signature: bytesShape,
})

export type DepositPayload = {
  type: 'deposit'
  config: WireChannelConfig
  voucher: Voucher
  amountAtomic: bigint
  authorization: Eip3009Deposit | Permit2Deposit
}
type VoucherPayload = { type: 'voucher'; config: WireChannelConfig; voucher: Voucher }
/** `amountAtomic` null asks for all that is left. */
type RefundPayload = {
  type: 'refund'
  config: WireChannelConfig
  voucher: Voucher
  amountAtomic: bigint | null
}

export type ChannelPayload = DepositPayload | VoucherPayload | RefundPayload

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

/** A signed transfer into the channel: EIP-3009, whose nonce is made of the channel's id and `salt`. */
type Eip3009Deposit = { form: 'eip3009' } & z.infer<typeof erc3009Shape>

/** The same through Permit2, whose witness is the channel's id. */
type Permit2Deposit = { form: 'permit2'; token: Address; amountAtomic: bigint; channelId: string } & Omit<
  z.infer<typeof permit2Shape>,
  'permitted' | 'witness'
>

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
export function parseChannelPayload(payload: unknown): ChannelPayload {
  if (typeof payload !== 'object' || payload === null) throw malformed(channelReasons.payloadType)
  switch ((payload as { type?: unknown }).type) {
    case 'deposit':
      return parseDeposit(payload)
    case 'voucher': {
      const read = voucherPayloadShape.safeParse(payload)
      if (!read.success) throw malformed(channelReasons.voucherMalformed)
      return { type: 'voucher', ...channelOf(read.data) }
    }
    case 'refund': {
      const read = refundPayloadShape.safeParse(payload)
      if (!read.success) throw malformed(channelReasons.refundMalformed)
      const { amount } = read.data
      return { type: 'refund', ...channelOf(read.data), amountAtomic: amount === undefined ? null : positive(amount) }
    }
    default:
      throw malformed(channelReasons.payloadType)
  }
}

function parseDeposit(payload: object): DepositPayload {
  const read = depositPayloadShape.safeParse(payload)
  if (!read.success) throw malformed(channelReasons.depositMalformed)
  const { amount, authorization } = read.data.deposit
  const { erc3009Authorization: erc3009, permit2Authorization: permit2 } = authorization
  if ((erc3009 && permit2) || amount === 0n) throw malformed(channelReasons.depositMalformed)
  const deposit = { type: 'deposit', ...channelOf(read.data), amountAtomic: amount } as const
  if (erc3009) return { ...deposit, authorization: { form: 'eip3009', ...erc3009 } }
  if (!permit2) throw malformed(channelReasons.erc3009AuthorizationRequired)
  const { permitted, witness, ...rest } = permit2
  const permit = {
    form: 'permit2',
    token: permitted.token,
    amountAtomic: permitted.amount,
    ...witness,
    ...rest,
  } as const
  return { ...deposit, authorization: permit }
}

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
