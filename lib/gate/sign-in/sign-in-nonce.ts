import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { coalesce } from '@/lib/base/infra/coalesce'
import { type Database, type DatabaseTransaction, sql } from '@/lib/base/infra/database'
import { takeRandomHex } from '@/lib/base/infra/identifiers'
import { prune } from '@/lib/base/infra/prune'
import type { SignInExtension, SignInProof } from '@/lib/base/x402/sign-in'
import { buildSignInChallenge, type SignInTerms } from '@/lib/base/x402/sign-in-challenge'

/** The rest of a challenge beside its terms. A proof that changes anything of either no longer fits its nonce. */
type ChallengeRest = Pick<SignInProof, 'issuedAt' | 'expirationTime' | 'notBefore' | 'resources'>

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
export function createNonce(key: KeyObject, terms: SignInTerms, rest: ChallengeRest): string {
  const random = takeRandomHex(RANDOM_BYTES)
  return random + tagOf(key, random, terms, rest).toString('hex')
}

/** True if we issued the nonce of a proof for exactly this challenge. */
export function isOwnNonce(key: KeyObject, terms: SignInTerms, proof: ChallengeRest & { nonce: string }): boolean {
  const { nonce } = proof
  if (!NONCE_SHAPE.test(nonce)) return false
  const random = nonce.slice(0, RANDOM_CHARACTERS)
  const tag = Buffer.from(nonce.slice(RANDOM_CHARACTERS), 'hex')
  return timingSafeEqual(tag, tagOf(key, random, terms, proof))
}

function tagOf(key: KeyObject, random: string, terms: SignInTerms, rest: ChallengeRest): Buffer {
  const { domain, uri, version, statement = null, supportedChains } = terms
  const { issuedAt, expirationTime = null, notBefore = null, resources = [] } = rest
  const chainIds = supportedChains.map(({ chainId }) => chainId)
  // A JSON array, so that no text can move from one field into the next.
  const fields = [random, domain, uri, version, statement, issuedAt, expirationTime, notBefore, resources, chainIds]
  return createHmac('sha256', key).update(JSON.stringify(fields)).digest().subarray(0, TAG_BYTES)
}

/** A nonce, and the time after which no proof with it can pass; its row may be purged then. */
export type UsableNonce = { nonce: string; usableUntil: Date }

/** Uses nonces up; nonces that come together share one write. True for exactly one caller of each, ever. */
export function createNonceSpender(database: Database): (nonce: UsableNonce) => Promise<boolean> {
  return coalesce((nonces: UsableNonce[]) => spendNonces(database, nonces), { maxItems: 200, maxRuns: 2 })
}

/**
 * Uses nonces up and returns, in their order, which were unused: the insertion decides, also across instances. Returns
 * when the disk has it. The first of equal ones wins.
 */
export async function spendNonces(
  database: Database | DatabaseTransaction,
  nonces: readonly UsableNonce[],
): Promise<boolean[]> {
  const items = JSON.stringify(nonces.map(({ nonce, usableUntil }) => ({ nonce, expires_at: usableUntil })))
  // In one order in every instance, so that two statements with the same nonces cannot deadlock.
  const rows = await database.rows<{ nonce: string }>(sql.named` INSERT INTO spent_nonces (nonce, expires_at)
    SELECT nonce, expires_at FROM jsonb_to_recordset(${items}::jsonb) AS item(nonce text, expires_at timestamptz)
    ORDER BY nonce
    ON CONFLICT (nonce) DO NOTHING RETURNING nonce`)
  const won = new Set(rows.map(({ nonce }) => nonce))
  return nonces.map(({ nonce }) => won.delete(nonce))
}

/** Deletes nonces whose proofs are too old to pass. Returns how many. For a job. */
export async function purgeSpentNonces(database: Database, now: Date): Promise<number> {
  return prune((limit) =>
    database.execute(sql`
      DELETE FROM spent_nonces WHERE nonce = ANY (ARRAY(
        SELECT nonce FROM spent_nonces WHERE expires_at < ${now}::timestamptz
        ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`),
  )
}

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
