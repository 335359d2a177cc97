import type { ClientExtension, HTTPClientExtensionHooks } from '@x402/core/client'
import { headerNames } from '@/lib/base/x402/protocol-headers'
import type { OnPayerEvent } from './payer-event'
import { signChallenge } from './sign-challenge'
import type { PayerWallet } from './wallet'

/** Signs in with a wallet before paying. A failure is reported, and payment follows. */
export function signInExtension(options: {
  wallets: PayerWallet[]
  network: string | null
  onEvent: OnPayerEvent
}): ClientExtension {
  const { wallets, network, onEvent } = options
  const http: HTTPClientExtensionHooks = {
    onPaymentRequired: async (declaration, { requestUrl }) => {
      try {
        const signed = await signChallenge(declaration, { wallets, network, url: requestUrl })
        if (signed.status === 'signed') {
          onEvent({ type: 'sign_in_sent', address: signed.address, chainId: signed.chainId })
          return { headers: { [headerNames.signIn]: signed.header } }
        }
        if (signed.status === 'unreadable') {
          onEvent({ type: 'sign_in_failed', message: 'The sign-in challenge cannot be read.' })
        } else onEvent({ type: 'chain_not_supported', offeredChains: signed.offeredChains })
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        onEvent({ type: 'sign_in_failed', message, cause: error })
      }
    },
  }
  return { key: headerNames.signIn, transportHooks: { http } }
}
