import type { ProvenWallet } from '@/lib/base/x402/proven-wallet'
import { checkSignIn, type SignInAttempt } from './check-sign-in'
import { type SignInContext, SPENT } from './sign-in-context'
import type { UsableNonce } from './spend-nonce'

/** Result shape of service spec 5.3; `scope` says where the proven address counts. */
export type SignInResult =
  | ({ valid: true; error?: undefined } & ProvenWallet)
  | { valid: false; error: string; address?: undefined; scope?: undefined }

/** Verifies a sign-in proof and uses it up by one insert: of any number of equal proofs, one is valid, ever. */
export async function verifySignIn(context: SignInContext, attempt: SignInAttempt): Promise<SignInResult> {
  const checked = await checkSignIn(context, attempt)
  if (!checked.valid) return checked
  const { scope, address } = checked
  return (await spendProof(context, checked)) ? { valid: true, scope, address } : { valid: false, error: 'nonce_spent' }
}

/** Uses a checked proof up; false when it was used before. */
export async function spendProof(context: SignInContext, { nonce, usableUntil }: UsableNonce): Promise<boolean> {
  const isUnused = await context.spend({ nonce, usableUntil })
  context.attempts.set(nonce, SPENT)
  return isUnused
}
