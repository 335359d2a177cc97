import { createHash } from 'node:crypto'
import { sortKeys } from '@/lib/base/x402/sort-keys'
import type { PaymentPayload } from '@/lib/base/x402/wire'

/**
 * Names one signed payload, so that the verified one is settled: the scheme's payload with its signature, the
 * terms that were accepted, and the permit that is submitted with it. The settled amount is not a part of it.
 */
export function payloadDigest({ payload, accepted, extensions }: PaymentPayload): string {
  const permit = extensions?.['eip2612GasSponsoring']
  return createHash('sha256')
    .update(JSON.stringify(sortKeys({ payload, accepted, permit })))
    .digest('hex')
}
