'use client'

import { useTranslations } from 'next-intl'
import { type ComponentType, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { BrowserWallet, WalletsProps, WantedWallet } from '@/lib/site/browser/browser-wallet'
import { parseRememberedWallet, type RememberedWallet, rememberedText } from '@/lib/site/browser/remembered-wallet'
import { Notice } from '@/lib/site/ui/notice'
import { type BrowserFamily, browserFamilyOf, loadWallets } from './load-wallets'
import { WalletChoices } from './wallet-choices'
import { WalletRefusal } from './wallet-refusal'

/**
 * A wallet of the chosen family. Its code is loaded when the buyer first asks for a wallet. If the page then has to
 * list the wallets, or there is none, it does so in place of the children.
 */
export function AtWallet({
  family,
  networks,
  children,
}: {
  family: BrowserFamily
  networks: string[]
  children: WalletsProps['children']
}) {
  const t = useTranslations('wallet.noCode')
  const [loaded, setLoaded] = useState<Partial<Record<BrowserFamily, ComponentType<WalletsProps>>>>({})
  /** The wanted wallet and its family; from then on the code of any chosen family is loaded. */
  const [wanted, setWanted] = useState<(WantedWallet & { family: BrowserFamily }) | null>(null)
  const remembered = useRememberedWallet(family)
  const [hasFailed, setHasFailed] = useState(false)
  const Wallets = loaded[family]
  const isMissing = wanted !== null && !Wallets

  useEffect(() => {
    if (!isMissing) return
    let isCurrent = true
    loadWallets(family).then(
      (component) => setLoaded((before) => ({ ...before, [family]: component })),
      () => {
        // The network failed during the load; nothing has begun yet.
        if (!isCurrent) return
        setWanted(null)
        setHasFailed(true)
      },
    )
    return () => {
      isCurrent = false
    }
  }, [family, isMissing])

  if (Wallets) {
    const own = networks.filter((network) => browserFamilyOf(network) === family)
    return (
      <Wallets networks={own} wanted={wanted?.family === family ? wanted : null}>
        {(wallet) => (
          <>
            {wallet.status === 'disconnected' && !wallet.connect ? (
              <WalletChoices family={family} choices={wallet.choices} />
            ) : (
              children(wallet)
            )}
            <WalletRefusal wallet={wallet} />
          </>
        )}
      </Wallets>
    )
  }
  const connect = (name?: string) => {
    setHasFailed(false)
    setWanted({ family, ...(name !== undefined && { name }) })
  }
  const wallet: BrowserWallet = isMissing
    ? { status: 'connecting' }
    : { status: 'disconnected', connect, choices: [], remembered, refusal: null }
  return (
    <>
      {children(wallet)}
      {hasFailed && (
        <Notice tone="refused" title={t('title')} announce="assertive">
          <p>{t('detail')}</p>
        </Notice>
      )}
    </>
  )
}

const unchanging = () => () => {}

/** The wallet of an earlier visit, once the browser has been asked. */
function useRememberedWallet(family: BrowserFamily): RememberedWallet | null {
  const text = useSyncExternalStore(
    unchanging,
    () => rememberedText(family),
    () => null,
  )
  return useMemo(() => parseRememberedWallet(text), [text])
}
