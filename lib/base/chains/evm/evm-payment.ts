import { z } from 'zod'
import { isRecord } from '@/lib/base/x402/header-codec'
import { reasons } from '@/lib/base/x402/reasons'
import { PayloadError } from '../errors'
import { addressShape, bytes32Shape, bytesShape, uint256Shape } from './shapes'

const eip3009Shape = z
  .object({
    signature: bytesShape,
    authorization: z.object({
      from: addressShape,
      to: addressShape,
      value: uint256Shape,
      validAfter: uint256Shape,
      validBefore: uint256Shape,
      nonce: bytes32Shape,
    }),
  })
  .transform(({ signature, authorization: { from, to, value, ...rest } }) => ({
    form: 'eip3009' as const,
    payer: from,
    payTo: to,
    amountAtomic: value,
    ...rest,
    signature,
  }))

export type Eip3009Payment = z.output<typeof eip3009Shape>

const permit2Shape = z
  .object({
    signature: bytesShape,
    permit2Authorization: z.object({
      permitted: z.object({ token: addressShape, amount: uint256Shape }),
      from: addressShape,
      spender: addressShape,
      nonce: uint256Shape,
      deadline: uint256Shape,
      witness: z.object({ to: addressShape, facilitator: addressShape.optional(), validAfter: uint256Shape }),
    }),
  })
  .transform(({ signature, permit2Authorization: { permitted, from, witness, ...rest } }) => ({
    form: 'permit2' as const,
    payer: from,
    payTo: witness.to,
    token: permitted.token,
    /** Authorised; for `upto` the maximum. */
    amountAtomic: permitted.amount,
    validAfter: witness.validAfter,
    /** Set only for `upto`, and is then the only sender that may settle. */
    facilitator: witness.facilitator ?? null,
    ...rest,
    signature,
  }))

/** A signed Permit2 transfer. */
export type Permit2Payment = z.output<typeof permit2Shape>

export type EvmPayment = Eip3009Payment | Permit2Payment

/**
 * Parses the `payload` field of an EVM payment. `exact` comes as EIP-3009 or Permit2, `upto` as Permit2 with a
 * facilitator. Fails with `invalid_payload`.
 */
export function parseEvmPayment(payload: unknown, scheme: 'exact' | 'upto'): EvmPayment {
  const isPermit2 = scheme === 'upto' || (isRecord(payload) && 'permit2Authorization' in payload)
  const read = (isPermit2 ? permit2Shape : eip3009Shape).safeParse(payload)
  const isForScheme = read.data?.form !== 'permit2' || (read.data.facilitator !== null) === (scheme === 'upto')
  if (read.success && isForScheme) return read.data
  throw new PayloadError(reasons.invalidPayload, 'Expected a signed EIP-3009 or Permit2 authorization of that scheme.')
}
