import type { BrowserFamily } from './browser-wallet'

/** The names under which pages keep in TanStack Query what they ask for, and what people start. */
export const queryKeys = {
  wallets: ['wallet'],
  wallet: (family: BrowserFamily) => ['wallet', family],
  connecting: ['connect a wallet'],
  balances: ['balance'],
  balance: (wallet: string | null, network: string, asset: string) => ['balance', wallet, network, asset],
  news: (page: string) => ['news', page],
  refund: (refundId: string, transaction: string) => ['refund', refundId, transaction],
  asked: (form: string, count: number) => ['asked', form, count],
  session: ['signed-in session'],
  divider: (text: string) => ['divider', text],
} as const
