import { encodeHeader } from './header-codec'
import { MAX_CHALLENGE_CHARACTERS } from './protocol-headers'
import { type PaymentRequired, X402_VERSION } from './wire'

/** Builds the object that `PAYMENT-REQUIRED` carries, in the SDK's order of fields, without empty ones. */
export function buildPaymentRequired({
  resource,
  accepts,
  extensions,
  error,
}: Omit<PaymentRequired, 'x402Version'>): PaymentRequired {
  return {
    x402Version: X402_VERSION,
    ...(error !== undefined && { error }),
    resource,
    accepts,
    ...(extensions && Object.keys(extensions).length > 0 && { extensions }),
  }
}

/** Default buffer of proxies such as nginx for all headers of an answer together. */
const PROXY_BUFFER_CHARACTERS = 4096

/**
 * Counts the characters of the challenge's header. `fault` above 8 KiB: clients echo extensions, and servers cap request
 * headers. `warning` where proxies may not pass it on.
 */
export function measureChallenge(challenge: PaymentRequired) {
  const characters = encodeHeader(challenge).length
  const isTooLarge = characters > MAX_CHALLENGE_CHARACTERS
  return {
    characters,
    fault: isTooLarge
      ? `The challenge has ${characters} characters when encoded; at most ${MAX_CHALLENGE_CHARACTERS} fit. Shorten it.`
      : null,
    warning:
      characters < PROXY_BUFFER_CHARACTERS
        ? null
        : `Its 402 has ${characters} characters in one header, and proxies such as nginx pass on 4096 in all unless they are told otherwise. Shorten what it declares, or see to it that the proxies in front of this site keep more.`,
  }
}
