export const DEMO_WALLET = 'Demo wallet'
