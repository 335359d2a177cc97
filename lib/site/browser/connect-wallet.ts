import type { QueryClient } from '@tanstack/react-query'
import type { BrowserFamily, ConnectedWallet } from './browser-wallet'
import { ELSEWHERE, isOffered } from './offered-wallets'

/** A wallet to connect. One that is known is not asked again, where it still trusts this site. */
export type ConnectOrder = { family: BrowserFamily; id: string; isKnown: boolean }

const attempts = new Map<BrowserFamily, () => void>()

export const giveUp = (family: BrowserFamily): void => attempts.get(family)?.()

/**
 * Connects a wallet, with its code loaded now. Null when it was given up, or another one was asked for. Fails with the
 * wallet's own error when its holder declines, with `WALLET_GONE` when the browser no longer has it, and with
 * `NO_WALLET_CODE`.
 */
export function connectWallet(order: ConnectOrder, queries: QueryClient): Promise<ConnectedWallet | null> {
  giveUp(order.family)
  const given = new Promise<null>((resolve) => attempts.set(order.family, () => resolve(null)))
  return Promise.race([given, open(order, queries)])
}

async function open(order: ConnectOrder, queries: QueryClient): Promise<ConnectedWallet | null> {
  if (order.family === 'svm') {
    const { connectSolana } = await loadWalletCode(() => import('./solana/solana-wallets'))
    await expectOffered(order)
    return connectSolana(order.id, queries)
  }
  const { connectEvm, connectElsewhere, isOutside } = await loadWalletCode(() => import('./evm/evm-wallets'))
  if (order.id === ELSEWHERE.id) return connectElsewhere(queries)
  if (!isOutside(order.id)) await expectOffered(order)
  return connectEvm(order, queries)
}

async function expectOffered(order: ConnectOrder): Promise<void> {
  if (await isOffered(order)) return
  throw Object.assign(new Error('The wallet has not announced itself.'), { code: 'WALLET_GONE' })
}

/** Loads a part of the wallet code. Fails with `NO_WALLET_CODE`; another attempt loads it again. */
export async function loadWalletCode<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    throw Object.assign(new Error('The wallet code did not load.', { cause }), { code: 'NO_WALLET_CODE' })
  }
}
