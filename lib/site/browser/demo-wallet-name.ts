import type { BrowserFamily } from './browser-wallet'

export const DEMO_WALLET = 'Demo wallet'
export const DEMO_WALLET_RDNS = 'demo.turnpike.wallet'

/** The demo wallet's names in the libraries. */
export const demoWalletId = (family: BrowserFamily): string => (family === 'evm' ? DEMO_WALLET_RDNS : DEMO_WALLET)
