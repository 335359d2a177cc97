import type { BrowserFamily } from './browser-family'

/** The wallet that was connected last in this browser, of one family. */
export type RememberedWallet = { name: string; address: string }

type WalletStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const keyOf = (family: BrowserFamily) => `turnpike-wallet ${family}`

/** Stores name and address of a connected wallet, so that a later page can name it before any wallet code is loaded. */
export function rememberWallet(
  family: BrowserFamily,
  { name, address }: RememberedWallet,
  store: WalletStore = window.localStorage,
): void {
  store.setItem(keyOf(family), JSON.stringify({ name, address }))
}

export function forgetWallet(family: BrowserFamily, store: WalletStore = window.localStorage): void {
  store.removeItem(keyOf(family))
}

/** Null where there is none, or where another program has written something else. */
export function parseRememberedWallet(text: string | null): RememberedWallet | null {
  if (text === null) return null
  try {
    const { name, address } = JSON.parse(text) as { name?: unknown; address?: unknown } // Both are looked at next.
    const isWhole = typeof name === 'string' && typeof address === 'string' && /^[0-9A-Za-z]{32,64}$/.test(address)
    return isWhole ? { name: name.slice(0, 60), address } : null
  } catch {
    return null
  }
}

/** The stored text, the same string while nothing changes. */
export const rememberedText = (family: BrowserFamily): string | null => window.localStorage.getItem(keyOf(family))
