import type { ReactNode } from 'react'
import type { EvmAccount } from '@/lib/client/evm-wallet'
import type { PayerWallet } from '@/lib/client/wallet'
import type { WalletError } from './border/wallet-error'
import type { RememberedWallet } from './remembered-wallet'

/** A wallet in this browser, of any family, as a checkout uses it. */
export type BrowserWallet =
  | {
      status: 'disconnected'
      /** Opens the family's own dialog, or connects the wallet of that name; null where the page lists the `choices` itself. */
      connect: ((name?: string) => void) | null
      choices: WalletChoice[]
      /** The wallet of an earlier visit, which is tried first; null without one. */
      remembered: RememberedWallet | null
      /** Why the wallet that was asked last did not connect; null before one was. */
      refusal: WalletError | null
    }
  | { status: 'connecting' }
  | ConnectedWallet

export type WalletChoice = { name: string; icon: string; connect: () => void }

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
  disconnect: () => Promise<void>
}

export type TokenTransfer = { network: string; asset: string; to: string; amountAtomic: bigint }

/** Props of a wallet family's component. Its code is heavy: import it when a buyer asks for a wallet. */
export type WalletsProps = {
  /** CAIP-2 networks of this family that the site takes. */
  networks: string[]
  /** The buyer's latest request: the wallet of that name, or the choice of wallets; null before. */
  wanted: WantedWallet | null
  children: (wallet: BrowserWallet) => ReactNode
}

/** A wallet to connect at once; without a name, the one that its holder chooses. */
export type WantedWallet = { name?: string }

/** Where a page reads a network: through its own origin, since its policy allows connections nowhere else. */
export function rpcUrlOf(network: string): string {
  return `${window.location.origin}/api/rpc/${encodeURIComponent(network)}`
}
