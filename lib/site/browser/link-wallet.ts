import type { PayerWallet } from '@/lib/client/wallet'
import { readProblem } from './read-problem'
import { signConfirmation } from './sign-confirmation'
import { SignInNotTakenError } from './sign-in'

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
