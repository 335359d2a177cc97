import type { QueryClient } from '@tanstack/react-query'
import type { BrowserFamily, ConnectedWallet } from './browser-wallet'
import { queryKeys } from './query-keys'

/** The wallet that was connected last in this browser, of one family. */
export type RememberedWallet = { family: BrowserFamily; id: string; name: string; address: string }

/** By the look of an address: whole checks of addresses would be more script than every page needs for a name. */
export const isOfFamily = (family: BrowserFamily, address: string): boolean =>
  /^\w{32,64}$/.test(address) && address.startsWith('0x') === (family === 'evm')

export const isSameWallet = (one: string, other: string): boolean =>
  one === other || (one.startsWith('0x') && one.toLowerCase() === other.toLowerCase())

/** A cookie, so that a page names the reader's wallet before any script. It proves nothing and opens nothing. */
export const walletCookie = (family: BrowserFamily): string => `wallet-${family}`

/** Tells everything on the page, and the next pages, which wallet of a family is connected; null for none. */
export function tellWallet(queries: QueryClient, family: BrowserFamily, wallet: ConnectedWallet | null): void {
  queries.setQueryData(queryKeys.wallet(family), wallet)
  const kept = wallet && [wallet.id, wallet.name.slice(0, 60), wallet.address]
  writeCookie(family, kept ? encodeURIComponent(JSON.stringify(kept)) : '', kept ? 31_536_000 : 0)
}

export const forgetWallets = (): void => (['evm', 'svm'] as const).forEach((family) => writeCookie(family, '', 0))

function writeCookie(family: BrowserFamily, value: string, seconds: number): void {
  document.cookie = `${walletCookie(family)}=${value}; path=/; max-age=${seconds}; samesite=lax`
}

export function rememberedText(family: BrowserFamily): string | null {
  return new RegExp(`(?:^|; )${walletCookie(family)}=([^;]+)`).exec(document.cookie)?.[1] ?? null
}

/** `text` is the cookie's. Null where there is none, or where another program has written something else. */
export function parseRememberedWallet(family: BrowserFamily, text: string | null): RememberedWallet | null {
  try {
    const kept: unknown = JSON.parse(decodeURIComponent(text ?? 'null'))
    const [id, name, address, ...others]: unknown[] = Array.isArray(kept) ? kept : []
    const isWhole = [id, name, address].every((each) => typeof each === 'string' && each !== '') && others.length === 0
    const wallet = { family, id: String(id), name: String(name).slice(0, 60), address: String(address) }
    return isWhole && isOfFamily(family, wallet.address) ? wallet : null
  } catch {
    return null
  }
}
