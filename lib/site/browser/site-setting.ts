import type { BrowserFamily } from './browser-wallet'

/** A setting of the site from the page's head; null where it has none. */
export function siteSetting(
  name: 'application-name' | 'payment-networks' | 'walletconnect-project-id' | 'on-ramp-url',
): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content || null
}

export const DEMO_WALLET = 'Demo wallet'
export const DEMO_WALLET_RDNS = 'demo.turnpike.wallet'

export const demoWalletId = (family: BrowserFamily): string => (family === 'evm' ? DEMO_WALLET_RDNS : DEMO_WALLET)

/** Tells the page's frame who is signed in; its detail is the wallet's address. */
export const SIGNED_IN = 'turnpike:signed-in'
