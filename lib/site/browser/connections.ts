import type { BrowserFamily } from './browser-family'
import type { BrowserWallet, ConnectedWallet } from './browser-wallet'
import { findOffered } from './offered-wallets'
import { forgetWallet, rememberWallet } from './remembered-wallet'

/** No wallet is connected yet. */
export const noWallet: BrowserWallet = { status: 'disconnected' }
const wallets: Record<BrowserFamily, BrowserWallet> = { evm: noWallet, svm: noWallet }
/** The latest attempt of each family: what an earlier one brings is dropped. */
const attempts: Record<BrowserFamily, number> = { evm: 0, svm: 0 }
const listeners = new Set<() => void>()

class WalletGoneError extends Error {
  override name = 'WalletGoneError'
  readonly code = 'WALLET_GONE'
}

/** The page's wallet of a family; everything on the page shares it. */
export const walletOf = (family: BrowserFamily): BrowserWallet => wallets[family]

export function watchWallets(onChange: () => void): () => void {
  listeners.add(onChange)
  return () => listeners.delete(onChange)
}

/** A wallet to connect, by its name, and the networks of the page. */
export type ConnectOrder = { family: BrowserFamily; name: string; networks: string[]; isKnown: boolean }

/**
 * Connects a wallet. Null when it was given up, or another one was asked for. Fails with the wallet's own error
 * when its holder declines, with `WALLET_GONE` when the browser no longer has it, and with `NO_WALLET_CODE`.
 */
export async function connectWallet({ family, name, ...asked }: ConnectOrder): Promise<ConnectedWallet | null> {
  const attempt = (attempts[family] += 1)
  const show = (wallet: BrowserWallet): boolean => {
    const isCurrent = attempt === attempts[family]
    if (isCurrent) set(family, wallet)
    return isCurrent
  }
  show({ status: 'connecting', code: null })
  try {
    const offered = await findOffered(family, name)
    if (!offered) {
      forgetWallet(family)
      throw new WalletGoneError('The wallet has not announced itself.')
    }
    const wallet = await offered.open({
      ...asked,
      onChange: (next) => {
        if (show(next ?? noWallet) && !next) forgetWallet(family)
      },
      onCode: (code) => show({ status: 'connecting', code }),
    })
    return show(wallet) ? wallet : null
  } catch (error) {
    if (!show(noWallet)) return null
    throw error
  }
}

/** Gives up an attempt that is still waiting for the wallet. */
export function giveUp(family: BrowserFamily): void {
  attempts[family] += 1
  set(family, noWallet)
}

function set(family: BrowserFamily, wallet: BrowserWallet) {
  wallets[family] = wallet
  if (wallet.status === 'connected') rememberWallet(family, wallet)
  for (const listener of listeners) listener()
}
