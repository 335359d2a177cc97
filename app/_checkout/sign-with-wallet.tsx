'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { type BrowserFamily, browserFamilyOf, type ConnectedWallet } from '@/lib/site/browser/browser-wallet'
import { FailureNotice, messageOfError } from './failure-message'
import { useOwnFamily, useWallet } from './use-wallet'
import { WalletButton } from './wallet-button'

type SigningWallet = Awaited<ReturnType<ConnectedWallet['toPayer']>>

type SignWithWalletProps = {
  /** Where the wallet may be; the first is chosen. */
  networks: string[]
  label: string
  sign: (wallet: SigningWallet) => Promise<void>
  /** The press that connects a wallet has it sign too. */
  isSignIn?: boolean
}

/** Makes a wallet sign one message of this site, on any of the networks. Nothing can be charged here. */
export function SignWithWallet({ networks, label, sign, isSignIn = false }: SignWithWalletProps) {
  const t = useTranslations('wallet')
  const [chosen, setChosen] = useState<BrowserFamily | null>(null)
  const own = useOwnFamily(networks)
  const family = chosen ?? own ?? 'evm'
  const wallet = useWallet(family)
  const ofFamily = networks.filter((network) => browserFamilyOf(network) === family)
  const present = ofFamily.find((network) => wallet.status === 'connected' && wallet.isOn(network)) ?? ofFamily[0] ?? ''
  const press = useMutation({
    mutationFn: async (connected: ConnectedWallet) => {
      if (!connected.isOn(present)) return connected.switchTo(present)
      await sign(await connected.toPayer(present))
      return 'signed' as const
    },
  })
  if (present === '') return <p>{t('noNetwork')}</p>
  const busy = press.isPending ? t('confirm') : press.data === 'signed' ? t('opening') : null
  return (
    <div className="grid justify-items-start gap-4">
      {press.error && <FailureNotice failure={messageOfError(t, press.error, present)} />}
      <WalletButton
        wallet={wallet}
        networks={[present, ...networks.filter((network) => network !== present)]}
        onFamily={setChosen}
        first={busy === null ? null : { label: busy, onPress: null }}
        label={label}
        onPress={(connected) => press.mutate(connected)}
        onSwitch={press.mutate}
        needsMessages
        {...(isSignIn && { goesOn: 'any' })}
      />
      <p role="status" className="text-small text-quiet">
        {press.isPending && t('signing')}
      </p>
    </div>
  )
}

export function WalletSignIn({ networks }: { networks: string[] }) {
  const t = useTranslations('wallet')
  return (
    <SignWithWallet
      isSignIn
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
