import type { BrowserFamily } from './browser-wallet'

export const DEMO_WALLET = 'Demo wallet'
export const DEMO_WALLET_RDNS = 'demo.turnpike.wallet'

export const demoWalletId = (family: BrowserFamily): string => (family === 'evm' ? DEMO_WALLET_RDNS : DEMO_WALLET)
