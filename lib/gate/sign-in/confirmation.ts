import type { DatabaseTransaction } from '@/lib/base/infra/database'
import type { ProvenWallet } from '@/lib/base/x402/addresses'
import { type SignInExtension, signInChains } from '@/lib/base/x402/sign-in'
import type { SignInTerms } from '@/lib/base/x402/sign-in-challenge'
import { checkSignIn } from './check-sign-in'
import { type SignInContext, SPENT } from './sign-in-context'
import { issueChallenge, spendNonces } from './sign-in-nonce'

/** An action that needs a fresh signature of a wallet. */
export type ConfirmedAct = {
  /** The page of the action; it is signed too, so that a signature for one page is invalid for another. */
  path: string
  /** The exact change, as the wallet shows it. Characters as in `toStatementText`. */
  statement: string
}

export type ConfirmationSite = { publicOrigin: string; signInNetworks: readonly string[]; signIn: SignInContext }

const LIFETIME_SECONDS = 300

const termsOf = (
  { publicOrigin, signInNetworks }: ConfirmationSite,
  { path, statement }: ConfirmedAct,
): SignInTerms => ({
  domain: new URL(publicOrigin).host,
  uri: `${publicOrigin}${path}`,
  statement,
  version: '1',
  supportedChains: signInChains(signInNetworks),
  expirationSeconds: LIFETIME_SECONDS,
})

/** A new message to sign for that action: single-use, for five minutes. Writes nothing. */
export const askConfirmation = (site: ConfirmationSite, act: ConfirmedAct): SignInExtension =>
  issueChallenge(site.signIn, { terms: termsOf(site, act), now: site.signIn.clock() })

export type Confirmation = Awaited<ReturnType<typeof checkConfirmation>>

/** Checks that a wallet has signed exactly that action for this site, within the last five minutes. */
export async function checkConfirmation(site: ConfirmationSite, act: ConfirmedAct, proof: string) {
  const attempt = { header: proof, terms: termsOf(site, act), maxAgeSeconds: LIFETIME_SECONDS }
  const checked = await checkSignIn(site.signIn, attempt)
  if (!checked.valid) return { valid: false as const, error: checked.error }
  const { scope, address, nonce, usableUntil } = checked
  return {
    valid: true as const,
    wallet: { scope, address } satisfies ProvenWallet,
    /** Uses the confirmation up in the transaction that makes the change; false when it was used before. */
    async spend(transaction: DatabaseTransaction) {
      const [isSpentNow = false] = await spendNonces(transaction, [{ nonce, usableUntil }])
      if (!isSpentNow) site.signIn.attempts.set(nonce, SPENT)
      return isSpentNow
    },
  }
}
