'use client'

import { createContext, type ReactNode, use, useEffect } from 'react'

const DemoWalletContext = createContext(false)

/** Whether the built-in wallet of the demo is among the wallets of this page. */
export const useHasDemoWallet = (): boolean => use(DemoWalletContext)

/** Announces the demo's own wallet to all that the page shows. Its code is fetched in the demo alone. */
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
