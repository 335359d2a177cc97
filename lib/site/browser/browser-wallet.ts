import type { EvmAccount } from '@/lib/client/evm-wallet'
import type { PayerWallet } from '@/lib/client/wallet'

/** A wallet in this browser, of one family, as a checkout uses it. */
export type BrowserWallet =
  | { status: 'disconnected' }
  | { status: 'connecting'; code: DeviceCode | null }
  | ConnectedWallet

export type ConnectedWallet = {
  status: 'connected'
  name: string
  address: string
  /** Whether the wallet is set to that CAIP-2 network. */
  isOn: (network: string) => boolean
  /** Asks the wallet to change its network; throws when its holder declines. */
  switchTo: (network: string) => Promise<void>
  /** Atomic units. Throws when the network cannot be read. */
  readBalance: (network: string, asset: string) => Promise<bigint>
  /** Whether it can sign in; some wallets on other devices sign payments only. */
  canSignMessages: boolean
  /** The wallet on that one network, for payments and sign-ins. */
  toPayer: (network: string) => Promise<PayerWallet>
  /** Signs deposits into payment channels; null where a family has none. */
  depositor: EvmAccount | null
  /** Sends tokens and returns the transaction; null where this site cannot ask the wallet for it. */
  sendTokens: ((transfer: TokenTransfer) => Promise<string>) | null
}

export type TokenTransfer = { network: string; asset: string; to: string; amountAtomic: bigint }

/** The order to connect a wallet. */
export type Connecting = {
  /** CAIP-2 networks of its family that the page takes. */
  networks: string[]
  /** The wallet has been connected here before: its holder is not asked for the account again. */
  isKnown: boolean
  /** Tells that the wallet's account or network has changed; null when it has let go of the page. */
  onChange: (wallet: ConnectedWallet | null) => void
  onCode: (code: DeviceCode) => void
}

/** A link for a wallet on another device, to scan or to open; `path` draws it in a square of `size`. */
export type DeviceCode = { link: string; size: number; path: string }

/** Where a page reads a network: through its own origin, since its policy allows connections nowhere else. */
export function rpcUrlOf(network: string): string {
  return `${window.location.origin}/api/rpc/${encodeURIComponent(network)}`
}
