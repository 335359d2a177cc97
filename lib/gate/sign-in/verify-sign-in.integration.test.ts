import { generateKeyPairSigner } from '@solana/kit'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, it } from 'vitest'
import { evmSigningWallet, proofHeader, signProof, svmSigningWallet } from '@/development/testing/sign-in-proofs'
import { openTestDatabase } from '@/development/testing/test-database'
import { verifyMessageSignature } from '@/lib/base/chains/verify-message-signature'
import { encodeHeader } from '@/lib/base/x402/header-codec'
import { type SignInProof, signInChains } from '@/lib/base/x402/sign-in'
import type { SignInTerms } from '@/lib/base/x402/sign-in-challenge'
import { verifySignIn } from './check-sign-in'
import { createSignInContext, type SignInContext } from './sign-in-context'
import { issueChallenge, purgeSpentNonces } from './sign-in-nonce'

const base = 'eip155:84532'
const solana = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const start = new Date('2026-01-01T12:00:00.000Z')
const terms: SignInTerms = {
  domain: 'shop.example',
  uri: 'https://shop.example/weather',
  statement: 'Sign in to read the weather',
  version: '1',
  supportedChains: signInChains([base, solana]),
  expirationSeconds: 240,
}
const account = privateKeyToAccount(generatePrivateKey())
const evm = evmSigningWallet(account)
const keyPair = await generateKeyPairSigner()
const svm = svmSigningWallet(keyPair)

const { client: database } = await openTestDatabase()
let now = start
let signatureChecks = 0

beforeEach(() => {
  now = start
  signatureChecks = 0
})

const notTheirs = 'signature_invalid: the signature is not by that wallet'

const newContext = (
  change: { secret?: string; previousSecrets?: string[]; isContractWalletVerified?: boolean } = {},
): SignInContext =>
  createSignInContext({
    database,
    clock: () => now,
    secret: 'a secret of at least thirty-two characters',
    verifyMessageSignature: (proof) => {
      signatureChecks += 1
      return verifyMessageSignature(proof)
    },
    isContractWalletVerified: false,
    ...change,
  })

const challenge = (change: Partial<SignInTerms> = {}, from = context) =>
  issueChallenge(from, { terms: { ...terms, ...change }, now })
const evmProof = (signedChanges: Partial<SignInProof> = {}) => signProof(evm, challenge(), base, signedChanges)
const verify = (proof: SignInProof | string, attempt: object = {}, by = context) =>
  verifySignIn(by, { header: typeof proof === 'string' ? proof : proofHeader(proof), terms, ...attempt })
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000)

const context = newContext()

describe('a proof that holds', () => {
  it('proves a key on every network of its family', async () => {
    expect(await verify(await evmProof())).toEqual({ valid: true, address: account.address, scope: 'evm' })
    const proof = await signProof(svm, challenge(), solana)
    expect(await verify(proof)).toEqual({ valid: true, address: keyPair.address, scope: 'svm' })
  })

  it('holds after the secret was replaced, as long as the one before it is listed', async () => {
    const secret = 'the secret that came after it, as long as that'
    const previousSecrets = ['a secret of at least thirty-two characters']
    const proof = await evmProof()
    expect(await verify(proof, {}, newContext({ secret }))).toMatchObject({ valid: false })
    expect(await verify(proof, {}, newContext({ secret, previousSecrets }))).toMatchObject({ valid: true })
  })

  it('holds with the address in lower case, and answers its checksummed form', async () => {
    const proof = await evmProof()
    const answer = await verify({ ...proof, address: proof.address.toLowerCase() })
    expect(answer).toMatchObject({ valid: true, address: account.address })
  })

  it("passes or fails by the seller's own check of the nonce", async () => {
    const proof = await evmProof()
    expect(await verify(proof, { checkNonce: async () => false })).toEqual({ valid: false, error: 'nonce_refused' })
    expect(signatureChecks).toBe(0)
    expect(await verify(proof, { checkNonce: (nonce: string) => nonce === proof.nonce })).toMatchObject({ valid: true })
  })
})

describe('a proof is used once', () => {
  it('succeeds exactly once of 20 sent at the same time to two instances', async () => {
    const proof = await evmProof()
    const instances = [newContext(), newContext()]
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => verify(proof, {}, instances[index % 2])))
    expect(answers.filter(({ valid }) => valid)).toHaveLength(1)
  })

  it('is remembered across restarts, for as long as it could pass', async () => {
    const proof = await evmProof()
    expect(await verify(proof)).toMatchObject({ valid: true })
    expect(await verify(proof, {}, newContext())).toEqual({ valid: false, error: 'nonce_spent' })
    await purgeSpentNonces(database, at(300))
    expect(await verify(proof, {}, newContext())).toEqual({ valid: false, error: 'nonce_spent' })
    expect(await purgeSpentNonces(database, at(361))).toBeGreaterThan(0)
    now = at(361)
    expect(await verify(proof, {}, newContext())).toEqual({ valid: false, error: 'too_old' })
  })

  it('cannot be used on another chain after its nonce was spent', async () => {
    const shared = challenge()
    expect(await verify(await signProof(evm, shared, base))).toMatchObject({ valid: true })
    expect(await verify(await signProof(svm, shared, solana))).toEqual({ valid: false, error: 'nonce_spent' })
  })

  it('is not spent by a failed attempt, and not open to endless ones', async () => {
    const proof = await evmProof()
    const forged = { ...proof, signature: `${proof.signature.slice(0, 20)}0${proof.signature.slice(21)}` }
    const swapped = forged.signature === proof.signature ? { ...proof, signature: `0x${'11'.repeat(65)}` } : forged
    expect(await verify(swapped)).toEqual({ valid: false, error: notTheirs })
    expect(await verify(proof)).toMatchObject({ valid: true })

    const fresh = await evmProof()
    const answers = []
    for (let i = 0; i < 20; i++) answers.push((await verify({ ...fresh, signature: swapped.signature })).error)
    expect(answers.slice(3).every((error) => error === 'too_many_attempts')).toBe(true)
    expect(signatureChecks).toBe(2 + 3)
  })
})

type Forgery = [name: string, error: string, forge: () => Promise<SignInProof | string> | SignInProof | string]

/** One of each kind: the unit's table in lib/base/x402 has all terms. */
const forgeries: Forgery[] = [
  ['an empty header', 'header_empty', () => ''],
  ['a NUL', 'header_not_plain_text', async () => encodeHeader({ ...(await evmProof()), statement: 'a\0b' })],
  ['another domain', 'domain_mismatch', () => evmProof({ domain: 'evil.example', uri: 'https://evil.example/a' })],
  ['a nonce of its own', 'nonce_not_issued', () => evmProof({ nonce: 'a'.repeat(40) })],
  [
    'a nonce of its own in our form',
    'nonce_not_issued',
    () => evmProof({ nonce: '0123456789abcdef'.repeat(4).slice(0, 56) }),
  ],
  ['an old challenge', 'too_old', () => later(evmProof(), 301)],
]

const later = async (proof: Promise<SignInProof>, seconds: number) => {
  const signed = await proof
  now = at(seconds)
  return signed
}

it.each(forgeries)(
  'forged and stale proofs that never reach the curve refuses %s as %s',
  async (_name, error, forge) => {
    expect(await verify(await forge())).toEqual({ valid: false, error })
    expect(signatureChecks).toBe(0)
  },
)

const stranger = privateKeyToAccount(generatePrivateKey())
it.each([
  ["another's address", async () => ({ ...(await evmProof()), address: stranger.address })],
  [
    "another's Solana address",
    async () => ({ ...(await signProof(svm, challenge(), solana)), address: (await generateKeyPairSigner()).address }),
  ],
] as [string, () => Promise<SignInProof>][])(
  'forged proofs that only the signature gives away refuses %s',
  async (_name, forge) => {
    expect(await verify(await forge())).toEqual({ valid: false, error: notTheirs })
    expect(signatureChecks).toBe(1)
  },
)
