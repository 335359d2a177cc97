import { extractEip2612GasSponsoringInfo } from '@x402/extensions'
import { parseSignature } from 'viem'
import { z } from 'zod'
import type { PaymentPayload } from '@/lib/base/x402/wire'
import { addressShape, bytesShape, uint256Shape } from '../channels/channel-payload'
import { PayloadError } from '../errors'

const permitShape = z.object({
  from: addressShape,
  asset: addressShape,
  spender: addressShape,
  amount: uint256Shape,
  deadline: uint256Shape,
  signature: bytesShape,
})

/**
 * The payer's EIP-2612 approval of Permit2 beside its payment; null when none came along. The SDK finds it and checks
 * nothing of it. Fails with a `PayloadError` of that reason for anything but a signed permit.
 */
export function readPermit(payload: PaymentPayload, reason: string) {
  const info: unknown = extractEip2612GasSponsoringInfo(payload)
  if (!info) return null
  try {
    const { amount: value, signature, ...permit } = permitShape.parse(info)
    const { r, s, yParity } = parseSignature(signature)
    return { ...permit, value, r, s, v: yParity + 27 }
  } catch {
    throw new PayloadError(reason, 'Expected a signed EIP-2612 permit.')
  }
}
