import { signChallenge } from '@/lib/client/sign-challenge'
import type { PayerWallet } from '@/lib/client/wallet'

/** Makes a wallet sign a change that the site describes, and returns the proof. Throws when its holder declines. */
export async function signConfirmation(wallet: PayerWallet, confirmation: unknown): Promise<string> {
  const signed = await signChallenge(confirmation, { wallets: [wallet], network: null, url: window.location.href })
  if (signed.status === 'signed') return signed.header
  throw new Error('This wallet cannot sign on any network that the site offers.')
}
