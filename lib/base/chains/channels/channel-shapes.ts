import { type Address, type Hex, zeroAddress } from 'viem'
import { z } from 'zod'

/** Cumulative: the receiver may claim this much over the channel's whole life. */
export type Voucher = { channelId: Hex; maxClaimableAtomic: bigint; signature: Hex }

/** True when a voucher can be checked without the chain: it is signed by a key that the channel names. */
export const hasPayerAuthorizer = ({ payerAuthorizer }: ChannelConfig): boolean => payerAuthorizer !== zeroAddress

const MAX_SIGNATURE_CHARACTERS = 16_384
const MAX_UINT128 = 2n ** 128n - 1n
const MAX_UINT256 = 2n ** 256n - 1n
const MAX_UINT40 = 2 ** 40 - 1

export const addressShape = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text) => text.toLowerCase() as Address) // The form was just checked.

export const bytesShape = z
  .string()
  .max(MAX_SIGNATURE_CHARACTERS)
  .regex(/^0x(?:[0-9a-fA-F]{2})+$/)
  .transform((text) => text as Hex) // As above.

export const bytes32Shape = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/)
  .transform((text) => text.toLowerCase() as Hex) // As above.

/** Leading zeros are refused: one number, one spelling. */
const uint = (max: bigint) =>
  z
    .string()
    .max(78)
    .regex(/^(?:0|[1-9]\d*)$/)
    .transform((text) => BigInt(text))
    .refine((value) => value <= max)

export const uint128Shape = uint(MAX_UINT128)
export const uint256Shape = uint(MAX_UINT256)

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
export type ChannelConfig = z.infer<typeof channelConfigShape>

/** The id is checked separately, as it has its own reason. */
export const voucherShape = z.object({
  channelId: z.string().max(100),
  maxClaimableAmount: uint128Shape,
  signature: bytesShape,
})
