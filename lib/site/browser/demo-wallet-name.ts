/** The demo wallet's name in every list of wallets. */
export const DEMO_WALLET = 'Demo wallet'
