import { v5 as nameToUuid } from 'uuid'
import type { Problem } from '@/lib/base/http/problem'
import { PAYMENT_HOLDER_HEADER, paymentHolderSchema } from '@/lib/base/x402/payment-holder'

/** Holders of this process are UUIDs of other versions, so that no caller can name one of them. */
const CALLERS = '5f0f7b2e-6a0b-4f0f-9d5c-2f6d1c3f4a22'

/**
 * The holder of a caller over HTTP, separate for each API key; undefined for callers that name none. No caller over
 * HTTP can name a holder of our own gate.
 */
export function readHolder(
  request: Request,
  keyId: string | null,
): { holder: string | undefined } | { problem: Problem } {
  const named = request.headers.get(PAYMENT_HOLDER_HEADER)
  if (named === null) return { holder: undefined }
  const parsed = paymentHolderSchema.safeParse(named)
  if (!parsed.success) {
    return { problem: { code: 'HEADER_INVALID', detail: `Expected a UUID in the header ${PAYMENT_HOLDER_HEADER}.` } }
  }
  return { holder: nameToUuid(`${keyId ?? ''} ${parsed.data.toLowerCase()}`, CALLERS) }
}
