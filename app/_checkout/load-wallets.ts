import type { ComponentType } from 'react'
import { familyOf } from '@/lib/base/x402/networks'
import type { WalletsProps } from '@/lib/site/browser/browser-wallet'

/** Families whose wallets live in browsers. */
export type BrowserFamily = 'evm' | 'svm'

/** The family to pay a network with; null where no browser wallet can. */
export function browserFamilyOf(network: string): BrowserFamily | null {
  const family = familyOf(network)
  return family === 'avm' ? null : family
}

const loaders: Record<BrowserFamily, () => Promise<ComponentType<WalletsProps>>> = {
  evm: async () => (await import('@/lib/site/browser/evm/evm-wallets')).EvmWallets,
  svm: async () => (await import('@/lib/site/browser/solana/solana-wallets')).SolanaWallets,
}

/** Loads the wallet code of one family: large, so only once a buyer asks for a wallet. */
export const loadWallets = (family: BrowserFamily): Promise<ComponentType<WalletsProps>> => loaders[family]()
