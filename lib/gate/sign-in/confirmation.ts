import type { DatabaseTransaction } from '@/lib/base/infra/database'
import type { ProvenWallet } from '@/lib/base/x402/addresses'
import { type SignInExtension, signInChains } from '@/lib/base/x402/sign-in'
import type { SignInTerms } from '@/lib/base/x402/sign-in-challenge'
import { checkSignIn } from './check-sign-in'
import { issueChallenge } from './issue-challenge'
import { type SignInContext, SPENT } from './sign-in-context'
import { spendNonces } from './sign-in-nonce'

/** An action that needs a fresh signature of a wallet. */
export type ConfirmedAct = {
  /** The page of the action; it is signed too, so that a signature for one page is invalid for another. */
  path: string
  /** The exact change, as the wallet shows it. Characters as in `toStatementText`. */
  statement: string
}

export type ConfirmationSite = { publicOrigin: string; networks: readonly string[] }

const LIFETIME_SECONDS = 300

const termsOf = ({ publicOrigin, networks }: ConfirmationSite, { path, statement }: ConfirmedAct): SignInTerms => ({
  domain: new URL(publicOrigin).host,
  uri: `${publicOrigin}${path}`,
  statement,
  version: '1',
  supportedChains: signInChains(networks),
  expirationSeconds: LIFETIME_SECONDS,
})

/** A new message to sign for that action: single-use, for five minutes. Writes nothing. */
export const askConfirmation = (context: SignInContext, site: ConfirmationSite, act: ConfirmedAct): SignInExtension =>
  issueChallenge(context, { terms: termsOf(site, act), now: context.clock() })

export type Confirmation =
  | {
      valid: true
      wallet: ProvenWallet
      /** Uses the confirmation up in the transaction that makes the change; false when it was used before. */
      spend: (transaction: DatabaseTransaction) => Promise<boolean>
    }
  | { valid: false; error: string }

/** Checks that a wallet has signed exactly that action for this site, within the last five minutes. */
export async function checkConfirmation(
  context: SignInContext,
  site: ConfirmationSite,
  { act, proof }: { act: ConfirmedAct; proof: string },
): Promise<Confirmation> {
  const checked = await checkSignIn(context, {
    header: proof,
    terms: termsOf(site, act),
    maxAgeSeconds: LIFETIME_SECONDS,
  })
  if (!checked.valid) return { valid: false, error: checked.error }
  const { scope, address, nonce, usableUntil } = checked
  return {
    valid: true,
    wallet: { scope, address },
    async spend(transaction) {
      const [isSpentNow = false] = await spendNonces(transaction, [{ nonce, usableUntil }])
      if (!isSpentNow) context.attempts.set(nonce, SPENT)
      return isSpentNow
    },
  }
}
