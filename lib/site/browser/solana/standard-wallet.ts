/** The parts of a Wallet Standard wallet for Solana that this site uses. */
export type SolanaWallet = { name: string; icon: string; features: SolanaFeatures }

export type SolanaAccount = { address: string; chains: readonly string[] }

type SolanaFeatures = {
  'standard:connect': {
    connect: (input?: { silent?: boolean }) => Promise<{ accounts: readonly SolanaAccount[] }>
  }
  'standard:events'?: {
    on: (event: 'change', listener: (change: { accounts?: readonly SolanaAccount[] }) => void) => unknown
  }
  'solana:signTransaction': {
    signTransaction: (input: {
      account: SolanaAccount
      transaction: Uint8Array
      chain?: string
    }) => Promise<readonly { signedTransaction: Uint8Array }[]>
  }
  'solana:signMessage'?: {
    signMessage: (input: {
      account: SolanaAccount
      message: Uint8Array
    }) => Promise<readonly { signature: Uint8Array }[]>
  }
}

/** Whether a wallet can be connected here and sign for Solana; others announce themselves by the same standard. */
export function isSolanaWallet<Wallet extends { features: object; chains: readonly string[] }>(
  wallet: Wallet,
): wallet is Wallet & SolanaWallet {
  const { features, chains } = wallet
  return (
    'standard:connect' in features &&
    'solana:signTransaction' in features &&
    chains.some((chain) => chain.startsWith('solana:'))
  )
}
