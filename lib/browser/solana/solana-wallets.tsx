'use client'

import { WalletReadyState } from '@solana/wallet-adapter-base'
import { useWallet, WalletProvider } from '@solana/wallet-adapter-react'
import { useMemo } from 'react'
import type { BrowserWallet, WalletsProps } from '../browser-wallet'
import { openSolanaWallet } from './open-solana-wallet'

/** Solana wallets of this browser, as they announce themselves by the Wallet Standard. */
export function SolanaWallets({ children }: WalletsProps) {
  const none = useMemo(() => [], [])
  return (
    <WalletProvider wallets={none} autoConnect localStorageKey="turnpike-solana-wallet">
      <SolanaWallet>{children}</SolanaWallet>
    </WalletProvider>
  )
}

function SolanaWallet({ children }: Pick<WalletsProps, 'children'>) {
  const context = useWallet()
  const { connected, connecting, publicKey, wallet: chosen, wallets, select } = context
  const wallet = (): BrowserWallet => {
    if (connected && publicKey && chosen) return openSolanaWallet(context, publicKey.toBase58())
    if (connecting) return { status: 'connecting' }
    const choices = wallets
      .filter(({ readyState }) => readyState === WalletReadyState.Installed)
      .map(({ adapter: { name, icon } }) => ({ name, icon, connect: () => select(name) }))
    return { status: 'disconnected', connect: null, choices }
  }
  return children(wallet())
}
