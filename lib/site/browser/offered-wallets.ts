import { getWallets } from '@wallet-standard/app'
import { createStore } from 'mipd'
import type { BrowserFamily } from './browser-wallet'
import { siteSetting } from './site-setting'

/** A wallet that this browser can connect, found without any of its code. */
export type OfferedWallet = {
  family: BrowserFamily
  /** The connector's name in wagmi, or the wallet's own in the Wallet Standard. */
  id: string
  name: string
  /** A picture in a data URL. */
  icon: string | null
}

/** Phones, a passkey and any other wallet: RainbowKit's dialog, where the site has a project id of WalletConnect. */
export const ELSEWHERE: OfferedWallet = { family: 'evm', id: 'elsewhere', name: 'elsewhere', icon: null }

/** A wallet from before announced wallets, which has no name. */
export const UNNAMED_WALLET = 'Browser wallet'

let offered: readonly OfferedWallet[] = []
const listeners = new Set<() => void>()

/** The wallets known so far, the same list while nothing changes. */
export const offeredWallets = (): readonly OfferedWallet[] => offered

/** Asks every wallet to announce itself, and tells of each that does. */
export function watchOffered(onChange: () => void): () => void {
  listeners.add(onChange)
  listen()
  return () => listeners.delete(onChange)
}

/** False when a wallet has not announced itself in time: the demo's comes over the network. */
export async function isOffered({ family, id }: Pick<OfferedWallet, 'family' | 'id'>): Promise<boolean> {
  const isThere = () => offered.some((wallet) => wallet.family === family && wallet.id === id)
  return new Promise((resolve) => {
    const end = () => {
      stop()
      clearTimeout(timer)
      resolve(isThere())
    }
    const timer = setTimeout(end, ANNOUNCED_WITHIN_MS)
    // The first one to watch is told at once, before it can stop.
    const stop = watchOffered(() => isThere() && setTimeout(end))
    if (isThere()) end()
  })
}

const ANNOUNCED_WITHIN_MS = 10_000
let isListening = false

function listen() {
  if (isListening) return
  isListening = true
  const announced = createStore() // EIP-6963
  const standard = getWallets()
  const read = () => {
    offered = listOf(announced.getProviders(), standard.get())
    for (const listener of listeners) listener()
  }
  announced.subscribe(read)
  standard.on('register', read)
  read()
}

type Announced = ReturnType<ReturnType<typeof createStore>['getProviders']>
type Standard = ReturnType<ReturnType<typeof getWallets>['get']>

function listOf(announced: Announced, standard: Standard): OfferedWallet[] {
  const evm = announced.map(({ info }) => ({ ...ownWords(info), family: 'evm' as const, id: info.rdns }))
  const svm = standard
    .filter(isSolanaWallet)
    .map((wallet) => ({ ...ownWords(wallet), family: 'svm' as const, id: wallet.name }))
  const injected = { family: 'evm', id: 'injected', name: UNNAMED_WALLET, icon: null } as const
  const unnamed = evm.length === 0 && 'ethereum' in window ? [injected] : []
  const elsewhere = siteSetting('walletconnect-project-id') ? [ELSEWHERE] : []
  const all = [...evm, ...svm, ...unnamed, ...elsewhere]
  const keyOf = ({ family, id }: OfferedWallet) => `${family} ${id}`
  return [...new Map(all.map((wallet) => [keyOf(wallet), wallet])).values()]
}

const ownWords = ({ name, icon }: { name: string; icon: string }) => ({
  name: name.trim().slice(0, 60),
  icon: icon.startsWith('data:image/') ? icon : null,
})

/** Others announce themselves by the same standard. */
const isSolanaWallet = ({ features, chains }: Standard[number]): boolean =>
  'standard:connect' in features &&
  'solana:signTransaction' in features &&
  chains.some((chain) => chain.startsWith('solana:'))
