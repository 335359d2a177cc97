import { MAX_HEADER_CHARACTERS } from '@/lib/base/x402/header-codec'
import { headerNames } from '@/lib/base/x402/protocol-headers'

/** A payment as it was sent: `PAYMENT-SIGNATURE`, or `X-PAYMENT` of version 1. */
export type PaymentHeader = { version: 1 | 2; value: string }

export type Proofs =
  | { kind: 'read'; signIn: string | null; payment: PaymentHeader | null }
  | { kind: 'malformed'; fault: string }

/**
 * Takes the proof headers of a request. A header that was sent twice arrives merged by commas; a proxy and we
 * could read it differently, so anything but one plain base64 text is refused.
 */
export function readProofs(request: Request): Proofs {
  const signIn = request.headers.get(headerNames.signIn)
  const payment = request.headers.get(headerNames.paymentSignature)
  const paymentVersion1 = request.headers.get(headerNames.paymentVersion1)
  for (const [name, value] of [
    ['SIGN-IN-WITH-X', signIn],
    ['PAYMENT-SIGNATURE', payment],
    ['X-PAYMENT', paymentVersion1],
  ] as const) {
    if (value === null) continue
    const fault = findFault(value)
    if (fault) return { kind: 'malformed', fault: `${name} ${fault}` }
  }
  if (payment !== null && paymentVersion1 !== null) {
    return { kind: 'malformed', fault: 'PAYMENT-SIGNATURE and X-PAYMENT were both sent; send exactly one payment.' }
  }
  if (payment !== null) return { kind: 'read', signIn, payment: { version: 2, value: payment } }
  return {
    kind: 'read',
    signIn,
    payment: paymentVersion1 === null ? null : { version: 1, value: paymentVersion1 },
  }
}

function findFault(value: string): string | null {
  if (value.length > MAX_HEADER_CHARACTERS) {
    return `is ${value.length} characters long; at most ${MAX_HEADER_CHARACTERS} are read.`
  }
  if (value.includes(',')) return 'was sent more than once; send exactly one.'
  if (value === '') return 'is empty; expected base64 of a JSON object.'
  return null
}
