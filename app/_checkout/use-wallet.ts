import { useMemo, useSyncExternalStore } from 'react'
import { type BrowserFamily, browserFamilyOf } from '@/lib/site/browser/browser-family'
import type { BrowserWallet } from '@/lib/site/browser/browser-wallet'
import { noWallet, walletOf, watchWallets } from '@/lib/site/browser/connections'
import { type OfferedWallet, offeredWallets, watchOffered } from '@/lib/site/browser/offered-wallets'
import { parseRememberedWallet, type RememberedWallet, rememberedText } from '@/lib/site/browser/remembered-wallet'

/** The page's wallet of a family. */
export const useWallet = (family: BrowserFamily): BrowserWallet =>
  useSyncExternalStore(
    watchWallets,
    () => walletOf(family),
    () => noWallet,
  )

const noneYet: readonly OfferedWallet[] = []

/** The wallets of this browser for any of the networks, those of the first network's family first. */
export function useOfferedWallets(networks: string[]): OfferedWallet[] {
  const all = useSyncExternalStore(watchOffered, offeredWallets, () => noneYet)
  const families = new Set(networks.map(browserFamilyOf))
  return [...families].flatMap((family) => all.filter((wallet) => wallet.family === family))
}

const unchanging = () => () => {}

/** The wallet of an earlier visit, once the browser has been asked. */
export function useRememberedWallet(family: BrowserFamily): RememberedWallet | null {
  const text = useSyncExternalStore(
    unchanging,
    () => rememberedText(family),
    () => null,
  )
  return useMemo(() => parseRememberedWallet(text), [text])
}
