import { createPaidFetch } from '@/lib/client/create-paid-fetch'
import { signChallenge } from '@/lib/client/sign-challenge'
import type { PayerWallet } from '@/lib/client/wallet'
import { type Purchase, requestOf, sendFor } from './purchase'
import { readProblem } from './read-problem'
import { SIGNED_IN } from './site-setting'
import { takesCookies } from './storage'

/** The proof was valid, but the site refused it; the message says why, and is empty where the site gave no reason. */
export class SignInNotTakenError extends Error {
  override name = 'SignInNotTakenError'
  readonly code = 'SIGN_IN_NOT_TAKEN'
}

/**
 * Signs this browser in: a wallet signs the site's challenge, and the proof is sent. No payment is possible here: the
 * challenge offers none. Fails with `NO_COOKIES` where the browser would forget it at once, with the wallet's own error when its holder declines, with a `PayerError` when the proof
 * is refused, and with a `SignInNotTakenError` when the wallet is refused for another reason.
 */
export async function signInWith(wallet: PayerWallet): Promise<void> {
  if (!takesCookies()) {
    throw Object.assign(new Error('This browser takes no cookies.'), { code: 'NO_COOKIES' })
  }
  let failure: unknown = null
  const send = createPaidFetch({
    wallets: [wallet],
    onEvent: (event) => {
      if (event.type === 'sign_in_failed') failure = event.cause ?? new Error(event.message)
    },
  })
  try {
    const answer = await send('/api/session', { method: 'POST' })
    if (!answer.ok) throw await notTaken(answer)
    window.dispatchEvent(new CustomEvent(SIGNED_IN, { detail: wallet.address }))
  } catch (error) {
    throw failure ?? error
  }
}

/**
 * Opens what the wallet has bought by its proof only, for a browser that keeps no session. Nothing can be paid: the wallet
 * brings no way to. Fails as `signInWith` does, also when the wallet has not bought it.
 */
export const openByProof = (wallet: PayerWallet, purchase: Purchase): Promise<Response> =>
  createPaidFetch({ wallets: [{ ...wallet, schemes: [] }], fetch: sendFor(purchase) })(...requestOf(purchase))

/** Makes a wallet sign a change that the site describes, and returns the proof. Throws when its holder declines. */
export async function signConfirmation(wallet: PayerWallet, confirmation: unknown): Promise<string> {
  const signed = await signChallenge(confirmation, { wallets: [wallet], network: null, url: window.location.href })
  if (signed.status === 'signed') return signed.header
  throw new Error('This wallet cannot sign on any network that the site offers.')
}

const ADDRESS = '/api/session/wallets'

/** The new wallet's signed proof, and the confirmation that a wallet of the account has to sign. */
export type JoiningWallet = { address: string; proof: string; confirmation: unknown }

/** The first step: the wallet to add signs. Null when the account has it already. */
export async function joinAccount(wallet: PayerWallet): Promise<JoiningWallet | null> {
  const asked = await fetch(ADDRESS, { method: 'POST' })
  if (asked.status !== 402) throw await notTaken(asked)
  const proof = await signConfirmation(wallet, challengeIn(await asked.json()))
  const answer = await fetch(ADDRESS, { method: 'POST', headers: { 'SIGN-IN-WITH-X': proof } })
  if (answer.ok) return null
  const problem = await readProblem(answer)
  if (problem.code !== 'SIGNATURE_REQUIRED') throw await notTaken(answer)
  const { confirmation } = (await answer.json()) as { confirmation: unknown } // Read by signChallenge's schema.
  return { address: wallet.address, proof, confirmation }
}

/** The second step: a wallet of the account confirms the new one. */
export async function letIn(wallet: PayerWallet, { proof, confirmation }: JoiningWallet): Promise<void> {
  const consent = await signConfirmation(wallet, confirmation)
  const headers = { 'SIGN-IN-WITH-X': proof, 'Turnpike-Confirmation': consent }
  const answer = await fetch(ADDRESS, { method: 'POST', headers })
  if (!answer.ok) throw await notTaken(answer)
}

const challengeIn = (body: unknown): unknown =>
  (body as { extensions?: Record<string, unknown> } | null)?.extensions?.['sign-in-with-x'] // Read by signChallenge's schema.

async function notTaken(answer: Response): Promise<SignInNotTakenError> {
  const { detail } = await readProblem(answer)
  return new SignInNotTakenError(detail ?? '')
}
