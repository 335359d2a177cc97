'use client'

import { createContext, type ReactNode, use, useEffect } from 'react'

const DemoWalletContext = createContext(false)

/** Whether the demo's built-in wallet is among the wallets of this page. */
export const useHasDemoWallet = (): boolean => use(DemoWalletContext)

/** Announces the demo's own wallet to everything on the page. Its code is loaded only in the demo. */
export function DemoWallet({ networks, children }: { networks: string[]; children: ReactNode }) {
  const joined = networks.join(' ')
  useEffect(() => {
    // Without it the other wallets still work; the next page tries again.
    import('@/lib/site/demo-wallet/announce-demo-wallet').then(
      ({ announceDemoWallet }) => announceDemoWallet(joined.split(' ')),
      () => undefined,
    )
  }, [joined])
  return <DemoWalletContext value>{children}</DemoWalletContext>
}
