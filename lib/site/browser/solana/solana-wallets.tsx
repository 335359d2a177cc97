'use client'

import { WalletReadyState } from '@solana/wallet-adapter-base'
import { useWallet, WalletProvider } from '@solana/wallet-adapter-react'
import { useEffect, useMemo, useRef } from 'react'
import type { BrowserWallet, WalletsProps } from '../browser-wallet'
import { forgetWallet, rememberWallet } from '../remembered-wallet'
import { openSolanaWallet } from './open-solana-wallet'

/** Solana wallets of this browser that announce themselves by the Wallet Standard. */
export function SolanaWallets({ wanted, children }: WalletsProps) {
  const none = useMemo(() => [], [])
  return (
    <WalletProvider wallets={none} autoConnect localStorageKey="turnpike-solana-wallet">
      <SolanaWallet wanted={wanted}>{children}</SolanaWallet>
    </WalletProvider>
  )
}

function SolanaWallet({ wanted, children }: Pick<WalletsProps, 'wanted' | 'children'>) {
  const context = useWallet()
  const { connected, connecting, publicKey, wallet: chosen, wallets, select } = context
  const address = publicKey?.toBase58()
  const chosenName = chosen?.adapter.name
  const hasChosen = useRef(false)

  useEffect(() => {
    const named = wallets.find(({ adapter }) => adapter.name === wanted?.name)
    if (!named || chosenName || hasChosen.current) return
    hasChosen.current = true
    select(named.adapter.name)
  }, [wanted, wallets, chosenName, select])

  useEffect(() => {
    if (connected && address && chosenName) rememberWallet('svm', { name: chosenName, address })
    if (!chosenName) forgetWallet('svm')
  }, [connected, address, chosenName])

  const wallet = (): BrowserWallet => {
    if (connected && address && chosen) return openSolanaWallet(context, address)
    if (connecting) return { status: 'connecting' }
    const choices = wallets
      .filter(({ readyState }) => readyState === WalletReadyState.Installed)
      .map(({ adapter: { name, icon } }) => ({ name, icon, connect: () => select(name) }))
    return { status: 'disconnected', connect: null, choices, remembered: null }
  }
  return children(wallet())
}
