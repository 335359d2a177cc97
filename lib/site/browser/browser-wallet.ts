import type { ReactNode } from 'react'
import type { EvmAccount } from '@/lib/client/evm-wallet'
import type { PayerWallet } from '@/lib/client/wallet'
import type { RememberedWallet } from './remembered-wallet'

/** A wallet in this browser as a checkout sees it, of any family. */
export type BrowserWallet =
  | {
      status: 'disconnected'
      /** Opens the family's own dialog, or connects the wallet of that name; null where the page lists the `choices` itself. */
      connect: ((name?: string) => void) | null
      choices: WalletChoice[]
      /** The wallet of an earlier visit, which is tried first; null without one. */
      remembered: RememberedWallet | null
    }
  | { status: 'connecting' }
  | ConnectedWallet

export type WalletChoice = { name: string; icon: string; connect: () => void }

export type ConnectedWallet = {
  status: 'connected'
  name: string
  address: string
  /** Whether the wallet signs for that CAIP-2 network as it is set now. */
  isOn: (network: string) => boolean
  /** Asks the wallet to change its network; fails when its holder says no. */
  switchTo: (network: string) => Promise<void>
  /** Atomic units. Fails when the network cannot be read. */
  readBalance: (network: string, asset: string) => Promise<bigint>
  /** The wallet as payments and sign-ins use it, on that one network. */
  toPayer: (network: string) => Promise<PayerWallet>
  /** What signs deposits into payment channels; null where a family has none. */
  depositor: EvmAccount | null
  /** Has the wallet send tokens, and answers with the transaction; null where this site cannot ask for it. */
  sendTokens: ((transfer: TokenTransfer) => Promise<string>) | null
  disconnect: () => Promise<void>
}

export type TokenTransfer = { network: string; asset: string; to: string; amountAtomic: bigint }

/** What the component of a wallet family takes. Its code is heavy: import it when a buyer asks for a wallet. */
export type WalletsProps = {
  /** CAIP-2 networks of this family that the site takes. */
  networks: string[]
  /** What the buyer has just asked for: the wallet of that name, or the choice of wallets; null before. */
  wanted: WantedWallet | null
  children: (wallet: BrowserWallet) => ReactNode
}

/** A wallet to connect at once; without a name, the one that its holder chooses. */
export type WantedWallet = { name?: string }

/** Where a page reads a network: through its own origin, as its policy lets it connect nowhere else. */
export function rpcUrlOf(network: string): string {
  return `${window.location.origin}/api/rpc/${encodeURIComponent(network)}`
}
