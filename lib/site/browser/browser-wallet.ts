import { familyOf } from '@/lib/base/x402/networks'
import type { ClientEvmAccount } from '@/lib/client/evm-wallet'
import type { PayerWallet } from '@/lib/client/wallet'

export type BrowserFamily = 'evm' | 'svm'

/** The family to pay a network with; null where no browser wallet can. */
export function browserFamilyOf(network: string): BrowserFamily | null {
  const family = familyOf(network)
  return family === 'avm' ? null : family
}

/** A wallet in this browser, of one family, as a checkout uses it. */
export type BrowserWallet = { status: 'disconnected' | 'connecting' } | ConnectedWallet

export type ConnectedWallet = {
  status: 'connected'
  id: string
  name: string
  address: string
  isOn: (network: string) => boolean
  /** Asks the wallet to change its network; throws when its holder declines. */
  switchTo: (network: string) => Promise<void>
  /** Atomic units. Throws when the network cannot be read. */
  readBalance: (network: string, asset: string) => Promise<bigint>
  /** Whether it can sign in; some wallets on other devices sign payments only. */
  canSignMessages: boolean
  /** The wallet on that one network, for payments and sign-ins. */
  toPayer: (network: string) => Promise<PayerWallet>
  /** Signs deposits; null where a family has none. */
  depositor: ClientEvmAccount | null
  /** Sends tokens and returns the transaction; null where this site cannot ask the wallet for it. */
  sendTokens: ((transfer: WalletTransfer) => Promise<string>) | null
}

export type WalletTransfer = { network: string; asset: string; to: string; amountAtomic: bigint }

/** Where a page reads a network: through its own origin, since its policy allows connections nowhere else. */
export function rpcUrlOf(network: string): string {
  return `${window.location.origin}/api/rpc/${encodeURIComponent(network)}`
}
