import type { KeyObject } from 'node:crypto'
import type { SignInExtension } from '@/lib/base/x402/sign-in'
import { buildSignInChallenge, type SignInTerms } from '@/lib/base/x402/sign-in-challenge'
import { createNonce } from './sign-in-nonce'

const DEFAULT_EXPIRATION_SECONDS = 300

/**
 * Issues a fresh challenge for a resource: new nonce and times, one nonce for all offered chains.
 * Writes nothing and waits for nothing; the nonce proves that it is ours. Source: service spec 2.8.
 */
export function issueChallenge(
  { nonceKey }: { nonceKey: KeyObject },
  { terms, now }: { terms: SignInTerms; now: Date },
): SignInExtension {
  const lifetimeMs = (terms.expirationSeconds ?? DEFAULT_EXPIRATION_SECONDS) * 1000
  const issuedAt = now.toISOString()
  const expirationTime = new Date(now.getTime() + lifetimeMs).toISOString()
  const nonce = createNonce(nonceKey, terms, { issuedAt, expirationTime })
  return buildSignInChallenge(terms, { nonce, issuedAt, expirationTime })
}
