'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { SignWithWallet } from '@/app/_checkout/sign-with-wallet'
import type { JoiningWallet } from '@/lib/site/browser/sign-in'
import { CopyId } from '@/lib/site/ui/copy-button'

export function AddWallet({ networks }: { networks: string[] }) {
  const t = useTranslations('libraryActions.addWallet')
  const [joining, setJoining] = useState<JoiningWallet | null>(null)
  return (
    <div className="grid gap-4">
      {joining === null ? (
        <p>{t('about')}</p>
      ) : (
        <p role="status">
          {t.rich('signed', { wallet: () => <CopyId value={joining.address} name={t('newAddress')} /> })}
        </p>
      )}
      <SignWithWallet
        key={joining?.address}
        networks={networks}
        label={t(joining === null ? 'join' : 'letIn')}
        sign={async (wallet) => {
          const { joinAccount, letIn } = await import('@/lib/site/browser/sign-in')
          const next = await (joining === null ? joinAccount(wallet) : letIn(wallet, joining))
          if (next) setJoining(next)
          else window.location.reload()
        }}
      />
    </div>
  )
}
