import { createPaidFetch } from '@/lib/client/create-paid-fetch'
import type { PayerWallet } from '@/lib/client/wallet'
import { readProblem } from './read-problem'
import { SIGNED_IN } from './signed-in-event'

/** The proof was valid, but the site refused it; the message says why, and is empty where the site gave no reason. */
export class SignInNotTakenError extends Error {
  override name = 'SignInNotTakenError'
  readonly code = 'SIGN_IN_NOT_TAKEN'
}

/**
 * Signs this browser in: a wallet signs the site's challenge, and the proof is sent. No payment is possible here: the
 * challenge offers none. Fails with the wallet's own error when its holder declines, with a `PayerError` when the proof
 * is refused, and with a `SignInNotTakenError` when the wallet is refused for another reason.
 */
export async function signInWith(wallet: PayerWallet): Promise<void> {
  let failure: unknown = null
  const send = createPaidFetch({
    wallets: [wallet],
    onEvent: (event) => {
      if (event.type === 'sign_in_failed') failure = event.cause ?? new Error(event.message)
    },
  })
  try {
    const answer = await send('/api/session', { method: 'POST' })
    if (!answer.ok) {
      const { detail } = await readProblem(answer)
      throw new SignInNotTakenError(detail ?? '')
    }
    window.dispatchEvent(new CustomEvent(SIGNED_IN, { detail: wallet.address }))
  } catch (error) {
    throw failure ?? error
  }
}
