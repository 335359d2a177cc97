import type { LocalAccount } from 'viem'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import type { SignInExtension } from '@/lib/base/x402/sign-in'
import { evmSigningWallet, proofHeader, signProof } from './sign-in-proofs'

/** A signed confirmation by a wallet on the local EVM chain. */
export const signConfirmation = async (wallet: LocalAccount, confirmation: SignInExtension): Promise<string> =>
  proofHeader(await signProof(evmSigningWallet(wallet), confirmation, BASE_SEPOLIA))

/** Makes a change that a wallet has to sign: gets the message, signs it, and makes the change. */
export async function confirmed<T>(wallet: LocalAccount, change: (proof: string | null) => Promise<T>): Promise<T> {
  return change(await signConfirmation(wallet, await confirmationOf(change(null))))
}

/** The message that a change requires to be signed. */
export async function confirmationOf(change: Promise<unknown>): Promise<SignInExtension> {
  const refusal: unknown = await change.then(
    () => null,
    (error: unknown) => error,
  )
  if (refusal instanceof Error && 'confirmation' in refusal) return refusal.confirmation as SignInExtension // Its own.
  throw new Error('Expected the change to ask for a signature.', { cause: refusal })
}
