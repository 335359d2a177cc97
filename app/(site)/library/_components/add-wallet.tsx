'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { SignWithWallet } from '@/app/_checkout/sign-with-wallet'
import type { JoiningWallet } from '@/lib/site/browser/sign-in'
import { CopyId } from '@/lib/site/ui/copy-button'

export function AddWallet({ networks }: { networks: string[] }) {
  const t = useTranslations('libraryActions.addWallet')
  const [joining, setJoining] = useState<JoiningWallet | null>(null)
  if (joining === null) {
    return (
      <div className="grid gap-4">
        <p>{t('about')}</p>
        <SignWithWallet
          key="join"
          networks={networks}
          label={t('join')}
          sign={async (wallet) => {
            const { joinAccount } = await import('@/lib/site/browser/sign-in')
            const next = await joinAccount(wallet)
            if (next === null) return window.location.reload()
            setJoining(next)
          }}
        />
      </div>
    )
  }
  return (
    <div className="grid gap-4">
      <p role="status">
        {t.rich('signed', { wallet: () => <CopyId value={joining.address} name={t('newAddress')} /> })}
      </p>
      <SignWithWallet
        key="let in"
        networks={networks}
        label={t('letIn')}
        sign={async (wallet) => {
          const { letIn } = await import('@/lib/site/browser/sign-in')
          await letIn(wallet, joining)
          window.location.reload()
        }}
      />
    </div>
  )
}
