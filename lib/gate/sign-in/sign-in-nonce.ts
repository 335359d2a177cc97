import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { takeRandomHex } from '@/lib/base/infra/identifiers'

/** The fields of a challenge; a proof that changes one no longer fits its nonce. */
export type NonceBinding = {
  domain: string
  uri: string
  version: string
  statement: string | null
  issuedAt: string
  expirationTime: string | null
  notBefore: string | null
  resources: readonly string[]
  /** Offered chains, in the order of the offer. */
  chainIds: readonly string[]
}

const RANDOM_BYTES = 12
const TAG_BYTES = 16
const RANDOM_CHARACTERS = RANDOM_BYTES * 2
const NONCE_SHAPE = /^[0-9a-f]{56}$/

/** The key that marks nonces as ours. Instances that share the secret accept each other's challenges. */
export function createNonceKey(secret: string): KeyObject {
  // A separate key, so that nothing else signed with the same secret can pass for a nonce.
  return createSecretKey(createHmac('sha256', secret).update('turnpike sign-in nonce v1').digest())
}

/**
 * Makes a nonce of 56 alphanumerics: 96 random bits, then 128 bits of an HMAC over them and the challenge.
 * Nothing is stored until it is spent, so a 402 costs no write.
 */
export function createNonce(key: KeyObject, binding: NonceBinding): string {
  const random = takeRandomHex(RANDOM_BYTES)
  return random + tagOf(key, random, binding).toString('hex')
}

/** True if we issued this nonce for exactly this challenge. */
export function isOwnNonce(key: KeyObject, nonce: string, binding: NonceBinding): boolean {
  if (!NONCE_SHAPE.test(nonce)) return false
  const random = nonce.slice(0, RANDOM_CHARACTERS)
  const tag = Buffer.from(nonce.slice(RANDOM_CHARACTERS), 'hex')
  return timingSafeEqual(tag, tagOf(key, random, binding))
}

function tagOf(key: KeyObject, random: string, binding: NonceBinding): Buffer {
  const { domain, uri, version, statement, issuedAt, expirationTime, notBefore, resources, chainIds } = binding
  // A JSON array, so that no text can move from one field into the next.
  const fields = [random, domain, uri, version, statement, issuedAt, expirationTime, notBefore, resources, chainIds]
  return createHmac('sha256', key).update(JSON.stringify(fields)).digest().subarray(0, TAG_BYTES)
}
