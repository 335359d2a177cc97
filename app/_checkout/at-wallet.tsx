'use client'

import { type ComponentType, useEffect, useState } from 'react'
import type { BrowserWallet, WalletsProps } from '@/lib/browser/browser-wallet'
import { Notice } from '@/lib/ui/notice'
import { type BrowserFamily, browserFamilyOf, loadWallets } from './load-wallets'

/** A wallet of the chosen family. Its code is fetched when the buyer first asks for a wallet, and not before. */
export function AtWallet({
  family,
  networks,
  children,
}: {
  family: BrowserFamily
  networks: string[]
  children: WalletsProps['children']
}) {
  const [loaded, setLoaded] = useState<Partial<Record<BrowserFamily, ComponentType<WalletsProps>>>>({})
  /** The family whose button was pressed; from then on the code of any family that is chosen is fetched. */
  const [wanted, setWanted] = useState<BrowserFamily | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const Wallets = loaded[family]
  const isMissing = wanted !== null && !Wallets

  useEffect(() => {
    if (!isMissing) return
    let isCurrent = true
    loadWallets(family).then(
      (component) => setLoaded((before) => ({ ...before, [family]: component })),
      () => {
        // The network failed under the page; nothing has begun yet.
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
      <Wallets networks={own} isConnectWanted={wanted === family}>
        {children}
      </Wallets>
    )
  }
  const connect = () => {
    setHasFailed(false)
    setWanted(family)
  }
  const wallet: BrowserWallet = isMissing ? { status: 'connecting' } : { status: 'disconnected', connect, choices: [] }
  return (
    <>
      {children(wallet)}
      {hasFailed && (
        <Notice tone="refused" title="The wallet code did not arrive" announce="assertive">
          <p>Nothing was charged. Check your connection and press the button again.</p>
        </Notice>
      )}
    </>
  )
}
