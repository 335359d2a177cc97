import { checksumAddress } from '@/lib/base/chains/evm/evm-address'
import type { ProvenWallet } from '@/lib/base/x402/addresses'
import { parseSignInHeader, type SignInProof, signInMessageText } from '@/lib/base/x402/sign-in'
import { DEFAULT_MAX_AGE_SECONDS, type SignInTerms, validateSignInMessage } from '@/lib/base/x402/sign-in-challenge'
import { type SignInContext, SPENT } from './sign-in-context'
import { isOwnNonce, type UsableNonce } from './sign-in-nonce'

export type SignInAttempt = {
  header: string
  terms: SignInTerms
  /** Counted from the challenge's issue; 300 when omitted. The earlier of this and the challenge's own end applies. */
  maxAgeSeconds?: number
  /** A seller's further condition on the nonce. */
  checkNonce?: (nonce: string) => boolean | Promise<boolean>
}

type RefusedSignIn = { valid: false; error: string; address?: undefined; scope?: undefined }

/** A valid proof that is not used up: its user must spend the nonce first. */
type CheckedSignIn =
  | ({ valid: true; error?: undefined; nonce: string; usableUntil: Date } & ProvenWallet)
  | RefusedSignIn

/** A wallet signs once; many tries on one nonce are a search. */
const MAX_ATTEMPTS_PER_NONCE = 3

const KEY_SIGNATURE_CHARACTERS = 132

/**
 * Checks a sign-in proof and leaves its nonce unspent.
 * The order is by cost: form, terms and times, then the nonce's HMAC, then the signature. An early failure never
 * reaches the curve or a chain. Throws only when the database or a chain cannot be reached.
 */
export async function checkSignIn(context: SignInContext, attempt: SignInAttempt): Promise<CheckedSignIn> {
  const parsed = parseSignInHeader(attempt.header)
  if (!parsed.ok) return refused(parsed.reason)
  const { proof } = parsed
  const fault = findCheapFault(context, proof, attempt)
  if (fault) return refused(fault)
  if (attempt.checkNonce && !(await attempt.checkNonce(proof.nonce))) return refused('nonce_refused')
  const attempts = context.attempts.get(proof.nonce) ?? 0
  if (attempts === SPENT) return refused('nonce_spent')
  if (attempts >= MAX_ATTEMPTS_PER_NONCE) return refused('too_many_attempts')
  // Counted before the check, so that copies sent at once count too.
  context.attempts.set(proof.nonce, attempts + 1)
  const wallet = await verifySignature(context, proof)
  if (!wallet.valid) return refused(`signature_invalid: ${wallet.error ?? 'it is not of that wallet'}`)
  return { ...wallet, nonce: proof.nonce, usableUntil: endOfUse(proof, attempt) }
}

function findCheapFault(context: SignInContext, proof: SignInProof, { terms, maxAgeSeconds }: SignInAttempt) {
  const verdict = validateSignInMessage(proof, terms, { now: context.clock(), maxAgeSeconds })
  if (!verdict.valid) return verdict.error
  const keys = [context.nonceKey, ...context.previousNonceKeys]
  if (!keys.some((key) => isOwnNonce(key, terms, proof))) return 'nonce_not_issued'
  if (isContractForm(proof) && !context.isContractWalletVerified) return 'contract_wallet_unsupported'
  return null
}

/** A signature that no key makes: its length is not 65 bytes, or it is declared as a contract's. */
function isContractForm({ type, signature, signatureScheme }: SignInProof): boolean {
  if (type !== 'eip191') return false
  return signature.length !== KEY_SIGNATURE_CHARACTERS || ['eip1271', 'eip6492'].includes(signatureScheme ?? '')
}

/** The wallet that signed. Keys are tried first, as that stays on this machine. */
async function verifySignature(context: SignInContext, proof: SignInProof): Promise<SignatureResult> {
  const { type, chainId, signature, signatureScheme } = proof
  const address = type === 'eip191' ? checksumAddress(proof.address) : proof.address
  const message = signInMessageText(proof, () => address)
  const check = (scheme: typeof signatureScheme, bytes = signature) =>
    context.verifyMessageSignature({ type, chainId, address, message, signature: bytes, signatureScheme: scheme })
  if (isContractForm(proof)) return withWallet(await check(signatureScheme), { scope: chainId, address })
  const byKey = await (type === 'eip191' ? check('eip191', withUsualRecoveryId(signature)) : check('siws'))
  const isFinal = byKey.valid || type !== 'eip191' || signatureScheme === 'eip191' || !context.isContractWalletVerified
  if (isFinal) return withWallet(byKey, { scope: type === 'eip191' ? 'evm' : 'svm', address })
  // Contract wallets with one owner sign with 65 bytes too, and stock clients name no scheme.
  return withWallet(await check('eip1271'), { scope: chainId, address })
}

/** Some hardware wallets end their signatures in 0 or 1 where others write 27 or 28. */
const withUsualRecoveryId = (signature: string) =>
  signature.replace(/0([01])$/, (_, bit) => (bit === '0' ? '1b' : '1c'))

type SignatureResult = ({ valid: true } & ProvenWallet) | { valid: false; error: string | undefined }

const withWallet = (verdict: { valid: boolean; error?: string }, wallet: ProvenWallet): SignatureResult =>
  verdict.valid ? { valid: true, ...wallet } : { valid: false, error: verdict.error }

/** The spent nonce must be remembered until then; afterwards the proof's own age refuses it. */
function endOfUse({ issuedAt }: SignInProof, { maxAgeSeconds = DEFAULT_MAX_AGE_SECONDS }: SignInAttempt): Date {
  const marginSeconds = 60
  return new Date(new Date(issuedAt).getTime() + (maxAgeSeconds + marginSeconds) * 1000)
}

const refused = (error: string): RefusedSignIn => ({ valid: false, error })

/** Result shape of service spec 5.3; `scope` says where the proven address counts. */
type SignInResult = ({ valid: true; error?: undefined } & ProvenWallet) | RefusedSignIn

/** Verifies a sign-in proof and uses it up by one insert: of any number of equal proofs, one is valid, ever. */
export async function verifySignIn(context: SignInContext, attempt: SignInAttempt): Promise<SignInResult> {
  const checked = await checkSignIn(context, attempt)
  if (!checked.valid) return checked
  const { scope, address } = checked
  return (await spendProof(context, checked)) ? { valid: true, scope, address } : refused('nonce_spent')
}

/** Uses a checked proof up; false when it was used before. */
export async function spendProof(context: SignInContext, { nonce, usableUntil }: UsableNonce): Promise<boolean> {
  const isUnused = await context.spend({ nonce, usableUntil })
  context.attempts.set(nonce, SPENT)
  return isUnused
}
