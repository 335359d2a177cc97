'use client'

import type { StandardWalletAdapter, WalletName } from '@solana/wallet-adapter-base'
import { useWallet, WalletProvider } from '@solana/wallet-adapter-react'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { walletErrorOf } from '../border/wallet-error'
import type { ConnectedWallet } from '../browser-wallet'
import { tellWallet } from '../remembered-wallet'
import { openSolanaWallet, type SolanaWallet } from './open-solana-wallet'

type ConnectionOrder = {
  name: string
  onConnected: (wallet: ConnectedWallet) => void
  onError: (error: unknown) => void
}

/** Holds the adapter's state for as long as the page is open; it shows nothing. */
let root: Root | null = null

/** Connects the Wallet Standard wallet of that name; the page follows its account and its end. */
export function connectSolana(name: string, queries: QueryClient): Promise<ConnectedWallet> {
  // Its holder has pressed, and is asked: the adapter would try the wallet of an earlier page without a word first.
  if (root === null) window.localStorage.removeItem(SOLANA_WALLET_KEY)
  root ??= createRoot(document.createElement('div'))
  return new Promise((resolve, reject) => {
    const order = { name, onConnected: resolve, onError: (error: unknown) => reject(walletErrorOf(error)) }
    root?.render(<SolanaWallets order={order} queries={queries} />)
  })
}

const none: never[] = []
const SOLANA_WALLET_KEY = 'turnpike-solana-wallet'

function SolanaWallets({ order, queries }: { order: ConnectionOrder; queries: QueryClient }) {
  return (
    <WalletProvider wallets={none} autoConnect localStorageKey={SOLANA_WALLET_KEY} onError={order.onError}>
      <Follow order={order} queries={queries} />
    </WalletProvider>
  )
}

function Follow({ order, queries }: { order: ConnectionOrder; queries: QueryClient }) {
  const { connected, publicKey, wallet, select } = useWallet()
  const adapter = wallet?.adapter
  const address = connected ? publicKey?.toBase58() : undefined

  useEffect(() => select(order.name as WalletName), [order, select])

  useEffect(() => {
    const present = adapter && isStandard(adapter) && address ? walletOf(adapter, address) : null
    tellWallet(queries, 'svm', present)
    if (present && present.name === order.name) order.onConnected(present)
  }, [adapter, address, order, queries])
  return null
}

const isStandard = (adapter: object): adapter is StandardWalletAdapter => 'standard' in adapter

/** The Wallet Standard wallet below the adapter signs bytes as they are. */
function walletOf({ name, wallet }: StandardWalletAdapter, address: string): ConnectedWallet | null {
  const account = wallet.accounts.find((each) => each.address === address)
  // The offered wallets were chosen by these features.
  return account ? openSolanaWallet(name, wallet as unknown as SolanaWallet, account) : null
}
