'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { networkName } from '@/lib/base/x402/networks'
import { type BrowserFamily, browserFamilyOf, type ConnectedWallet } from '@/lib/site/browser/browser-wallet'
import { FailureNotice, messageOfError } from './failure-message'
import { useOwnFamily, useWallet } from './use-wallet'
import { CannotSign, type WalletAction, WalletButton } from './wallet-button'

type SigningWallet = Awaited<ReturnType<ConnectedWallet['toPayer']>>

type SignWithWalletProps = {
  /** Where the wallet may be; the first is chosen. */
  networks: string[]
  label: string
  sign: (wallet: SigningWallet) => Promise<void>
}

/** Makes a wallet sign one message of this site, on any of the networks. Nothing can be charged here. */
export function SignWithWallet({ networks, label, sign }: SignWithWalletProps) {
  const t = useTranslations('wallet')
  const [chosen, setChosen] = useState<BrowserFamily | null>(null)
  const own = useOwnFamily(networks)
  const family = chosen ?? own ?? 'evm'
  const wallet = useWallet(family)
  const ofFamily = networks.filter((network) => browserFamilyOf(network) === family)
  const present = ofFamily.find((network) => wallet.status === 'connected' && wallet.isOn(network)) ?? ofFamily[0]
  const press = useMutation({
    mutationFn: async (connected: ConnectedWallet) => {
      if (present === undefined) return 'ready'
      if (!connected.isOn(present)) {
        await connected.switchTo(present)
        return 'ready'
      }
      await sign(await connected.toPayer(present))
      return 'signed'
    },
  })
  if (present === undefined) return <p>{t('noNetwork')}</p>
  const act = (): WalletAction | null => {
    if (press.isPending) return { label: t('confirm'), onPress: null }
    if (press.data === 'signed') return { label: t('opening'), onPress: null }
    if (wallet.status !== 'connected') return null
    const next = wallet.isOn(present) ? label : t('switchTo', { network: networkName(present) })
    return { label: next, onPress: () => press.mutate(wallet) }
  }
  return (
    <div className="grid justify-items-start gap-4">
      {press.error && <FailureNotice failure={messageOfError(t, press.error, present)} />}
      <WalletButton
        wallet={wallet}
        networks={[present, ...networks.filter((network) => network !== present)]}
        onFamily={setChosen}
        act={act()}
        instead={
          wallet.status === 'connected' && !wallet.canSignMessages ? (
            <CannotSign name={wallet.name} isSignIn />
          ) : undefined
        }
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
