'use client'

import { SignWithWallet } from './sign-with-wallet'

/** Signs in with a wallet and shows the page again. */
export function WalletSignIn({ networks }: { networks: string[] }) {
  return (
    <SignWithWallet
      networks={networks}
      label="Sign in with wallet"
      sign={async (wallet) => {
        const { signInWith } = await import('@/lib/browser/sign-in')
        await signInWith(wallet)
        window.location.reload()
      }}
    />
  )
}
