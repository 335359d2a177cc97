import { MAX_HEADER_CHARACTERS } from '@/lib/base/x402/header-codec'
import { headerNames } from '@/lib/base/x402/protocol-headers'

export type Proofs =
  | { kind: 'read'; signIn: string | null; payment: string | null }
  | { kind: 'malformed'; fault: string }

/**
 * Takes the proof headers of a request. A header that was sent twice arrives merged by commas; a proxy and we
 * could read it differently, so anything but one plain base64 text is refused.
 */
export function readProofs(request: Request): Proofs {
  const signIn = request.headers.get(headerNames.signIn)
  const payment = request.headers.get(headerNames.paymentSignature)
  for (const [name, value] of [
    ['SIGN-IN-WITH-X', signIn],
    ['PAYMENT-SIGNATURE', payment],
  ] as const) {
    if (value === null) continue
    const fault = findFault(value)
    if (fault) return { kind: 'malformed', fault: `${name} ${fault}` }
  }
  return { kind: 'read', signIn, payment }
}

function findFault(value: string): string | null {
  if (value.length > MAX_HEADER_CHARACTERS) {
    return `is ${value.length} characters long; at most ${MAX_HEADER_CHARACTERS} are read.`
  }
  if (value.includes(',')) return 'was sent more than once; send exactly one.'
  if (value === '') return 'is empty; expected base64 of a JSON object.'
  return null
}
