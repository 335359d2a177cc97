import type { Address, Hex } from 'viem'
import { z } from 'zod'
import { reasons } from '@/lib/base/x402/reasons'
import { PayloadError } from '../errors'
import { bytes32Shape, bytesShape, uint256Shape } from './shapes'

export type Eip3009Payment = {
  form: 'eip3009'
  payer: Address
  payTo: Address
  amountAtomic: bigint
  validAfter: bigint
  validBefore: bigint
  nonce: Hex
  signature: Hex
}

/** A signed Permit2 transfer; `facilitator` is set only for `upto`, and is then the only sender that may settle. */
export type Permit2Payment = {
  form: 'permit2'
  payer: Address
  payTo: Address
  token: Address
  /** Authorised; for `upto` the maximum. */
  amountAtomic: bigint
  spender: Address
  nonce: bigint
  validAfter: bigint
  deadline: bigint
  facilitator: Address | null
  signature: Hex
}

export type EvmPayment = Eip3009Payment | Permit2Payment

const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text) => text as Address) // The form was just checked.

const eip3009Shape = z.object({
  signature: bytesShape,
  authorization: z.object({
    from: address,
    to: address,
    value: uint256Shape,
    validAfter: uint256Shape,
    validBefore: uint256Shape,
    nonce: bytes32Shape,
  }),
})

const permit2Shape = z.object({
  signature: bytesShape,
  permit2Authorization: z.object({
    permitted: z.object({ token: address, amount: uint256Shape }),
    from: address,
    spender: address,
    nonce: uint256Shape,
    deadline: uint256Shape,
    witness: z.object({ to: address, facilitator: address.optional(), validAfter: uint256Shape }),
  }),
})

/**
 * Parses the `payload` field of an EVM payment. `exact` comes as EIP-3009 or Permit2, `upto` as Permit2 with a
 * facilitator. Fails with `invalid_payload`.
 */
export function parseEvmPayment(payload: unknown, scheme: 'exact' | 'upto'): EvmPayment {
  if (typeof payload !== 'object' || payload === null) throw malformed()
  if (scheme === 'exact' && !('permit2Authorization' in payload)) return parseEip3009(payload)
  const payment = parsePermit2(payload)
  if ((payment.facilitator !== null) !== (scheme === 'upto')) throw malformed()
  return payment
}

function parseEip3009(payload: unknown): Eip3009Payment {
  const read = eip3009Shape.safeParse(payload)
  if (!read.success) throw malformed()
  const { authorization, signature } = read.data
  const { from, to, value, ...rest } = authorization
  return { form: 'eip3009', payer: from, payTo: to, amountAtomic: value, ...rest, signature }
}

function parsePermit2(payload: unknown): Permit2Payment {
  const read = permit2Shape.safeParse(payload)
  if (!read.success) throw malformed()
  const { permit2Authorization, signature } = read.data
  const { permitted, from, spender, nonce, deadline, witness } = permit2Authorization
  return {
    form: 'permit2',
    payer: from,
    payTo: witness.to,
    token: permitted.token,
    amountAtomic: permitted.amount,
    spender,
    nonce,
    validAfter: witness.validAfter,
    deadline,
    facilitator: witness.facilitator ?? null,
    signature,
  }
}

const malformed = () =>
  new PayloadError(reasons.invalidPayload, 'Expected a signed EIP-3009 or Permit2 authorization of that scheme.')
