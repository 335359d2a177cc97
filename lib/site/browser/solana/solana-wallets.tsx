'use client'

import { WalletReadyState } from '@solana/wallet-adapter-base'
import { useWallet, WalletProvider } from '@solana/wallet-adapter-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { type WalletError, walletErrorOf } from '../border/wallet-error'
import type { BrowserWallet, WalletsProps } from '../browser-wallet'
import { forgetWallet, rememberWallet } from '../remembered-wallet'
import { openSolanaWallet } from './open-solana-wallet'

/** Solana wallets of this browser that announce themselves by the Wallet Standard. */
export function SolanaWallets({ wanted, children }: WalletsProps) {
  const none = useMemo(() => [], [])
  /** Set once a person has chosen a wallet: the silent try of an earlier one may fail without a word. */
  const isAsked = useRef(false)
  const [refusal, setRefusal] = useState<WalletError | null>(null)
  const onAsk = () => {
    isAsked.current = true
    setRefusal(null)
  }
  const hear = (error: unknown) => {
    if (isAsked.current) setRefusal(walletErrorOf(error))
  }
  return (
    <WalletProvider wallets={none} autoConnect localStorageKey="turnpike-solana-wallet" onError={hear}>
      <SolanaWallet {...{ wanted, refusal, onAsk }}>{children}</SolanaWallet>
    </WalletProvider>
  )
}

type SolanaWalletProps = Omit<WalletsProps, 'networks'> & {
  refusal: WalletError | null
  onAsk: () => void
}

function SolanaWallet({ wanted, children, refusal, onAsk }: SolanaWalletProps) {
  const context = useWallet()
  const { connected, connecting, publicKey, wallet: chosen, wallets, select } = context
  const address = publicKey?.toBase58()
  const chosenName = chosen?.adapter.name
  const hasChosen = useRef(false)
  const ask = useEffectEvent(onAsk)

  useEffect(() => {
    const named = wallets.find(({ adapter }) => adapter.name === wanted?.name)
    if (!named || chosenName || hasChosen.current) return
    hasChosen.current = true
    ask()
    select(named.adapter.name)
  }, [wanted, wallets, chosenName, select])

  useEffect(() => {
    if (connected && address && chosenName) rememberWallet('svm', { name: chosenName, address })
    if (!chosenName) forgetWallet('svm')
  }, [connected, address, chosenName])

  const wallet = (): BrowserWallet => {
    if (connected && address && chosen) return openSolanaWallet(context, address)
    if (connecting) return { status: 'connecting' }
    const choose = (name: (typeof wallets)[number]['adapter']['name']) => {
      onAsk()
      select(name)
    }
    const choices = wallets
      .filter(({ readyState }) => readyState === WalletReadyState.Installed)
      .map(({ adapter: { name, icon } }) => ({ name, icon, connect: () => choose(name) }))
    return { status: 'disconnected', connect: null, choices, remembered: null, refusal }
  }
  return children(wallet())
}
