import type { Address, Hex } from 'viem'
import { z } from 'zod'

const MAX_SIGNATURE_CHARACTERS = 16_384
const MAX_UINT128 = 2n ** 128n - 1n
const MAX_UINT256 = 2n ** 256n - 1n

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
