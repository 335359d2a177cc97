'use client'

import { useTranslations } from 'next-intl'
import { SignWithWallet } from './sign-with-wallet'

export function WalletSignInButton({ networks }: { networks: string[] }) {
  const t = useTranslations('wallet')
  return (
    <SignWithWallet
      networks={networks}
      label={t('signIn')}
      sign={async (wallet) => {
        const { signInWith } = await import('@/lib/site/browser/sign-in')
        await signInWith(wallet)
        window.location.reload()
      }}
    />
  )
}
