import { encodeHeader } from './header-codec'
import { MAX_CHALLENGE_CHARACTERS } from './protocol-headers'
import { type PaymentRequired, X402_VERSION } from './wire'

/** The challenge would not fit the headers of clients and servers; `characters` is its length. */
export class ChallengeTooLargeError extends Error {
  readonly code = 'CHALLENGE_TOO_LARGE'

  constructor(readonly characters: number) {
    super(
      `The challenge has ${characters} characters when encoded; at most ${MAX_CHALLENGE_CHARACTERS} fit. Shorten it.`,
    )
    this.name = 'ChallengeTooLargeError'
  }
}

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

/**
 * Counts the characters of the challenge's header.
 * Fails with `CHALLENGE_TOO_LARGE` above 8 KiB: clients echo extensions, and servers cap request headers.
 */
export function measureChallenge(challenge: PaymentRequired): number {
  const characters = encodeHeader(challenge).length
  if (characters > MAX_CHALLENGE_CHARACTERS) throw new ChallengeTooLargeError(characters)
  return characters
}

/** Default buffer of proxies such as nginx for all headers of an answer together. */
const PROXY_BUFFER_CHARACTERS = 4096

/** A warning about a challenge's size, as `measureChallenge` found it, or null. */
export function findChallengeWarning(characters: number): string | null {
  if (characters < PROXY_BUFFER_CHARACTERS) return null
  return `Its 402 has ${characters} characters in one header, and proxies such as nginx pass on 4096 in all unless they are told otherwise. Shorten what it declares, or see to it that the proxies in front of this site keep more.`
}
