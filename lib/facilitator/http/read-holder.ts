import type { Problem } from '@/lib/base/http/problem'
import { PAYMENT_HOLDER_HEADER, paymentHolderSchema } from '@/lib/base/x402/payment-holder'
import { holderOverHttp, holdersNamed } from '../holder-names'
import type { VerifyOptions } from '../verify'

/** The holder of a caller over HTTP; empty for callers that name none. None of them can settle what our own gate holds. */
export function readHolder(
  request: Request,
  keyId: string | null,
): { held: Pick<VerifyOptions, 'holder' | 'holders'> } | { problem: Problem } {
  const named = request.headers.get(PAYMENT_HOLDER_HEADER)
  if (named === null) return { held: {} }
  const parsed = paymentHolderSchema.safeParse(named)
  if (!parsed.success) {
    return { problem: { code: 'HEADER_INVALID', detail: `Expected a UUID in the header ${PAYMENT_HOLDER_HEADER}.` } }
  }
  return { held: { holder: holderOverHttp(parsed.data), holders: holdersNamed(parsed.data, keyId) } }
}
