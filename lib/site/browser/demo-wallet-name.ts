/** What the wallet of the demo is called in every list of wallets. */
export const DEMO_WALLET = 'Demo wallet'
