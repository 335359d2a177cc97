import { takeRandomHex } from '@/lib/base/infra/identifiers'
import { isRecord } from '@/lib/base/x402/header-codec'
import type { PaymentPayload } from '@/lib/base/x402/wire'

/**
 * The extension of a 402 with a secret that is new in each. Clients echo it beside the payment and no chain publishes
 * it, so it tells the buyer of a settled payment from others who read its signature there.
 */
export const CHALLENGE_SECRET_EXTENSION = 'challenge-secret'

const SECRET_BYTES = 12

type ChallengeSecret = { info: { secret: string }; schema: object }

// Short, as the secret: proxies pass on 4 KB of a header unasked.
const schema = {}

/** With its schema, as each extension of a 402. Source: x402 v2, 5.1.2. */
export const declareChallengeSecret = (secret = takeRandomHex(SECRET_BYTES)): ChallengeSecret => ({
  info: { secret },
  schema,
})

/** The secret that a payment echoes; null where its client echoes none. */
export function readChallengeSecret({ extensions }: Pick<PaymentPayload, 'extensions'>): string | null {
  const extension =
    extensions && Object.hasOwn(extensions, CHALLENGE_SECRET_EXTENSION) && extensions[CHALLENGE_SECRET_EXTENSION]
  const secret = isRecord(extension) && isRecord(extension.info) ? extension.info.secret : null
  return typeof secret === 'string' && secret.length === SECRET_BYTES * 2 ? secret : null
}

/** Only the secret of a payment's extensions: for a ledger that keeps no more of it. */
export function secretOnly(payload: PaymentPayload): Pick<PaymentPayload, 'extensions'> {
  const secret = readChallengeSecret(payload)
  return secret === null ? {} : { extensions: { [CHALLENGE_SECRET_EXTENSION]: { info: { secret } } } }
}
