import { familyOf } from '@/lib/base/x402/networks'

/** Families whose wallets live in browsers. */
export type BrowserFamily = 'evm' | 'svm'

/** The family to pay a network with; null where no browser wallet can. */
export function browserFamilyOf(network: string): BrowserFamily | null {
  const family = familyOf(network)
  return family === 'avm' ? null : family
}
