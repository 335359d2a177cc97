/** The parts of a Wallet Standard wallet for Solana that this site uses. */
export type SolanaWallet = { features: SolanaFeatures }

export type SolanaAccount = { address: string; chains: readonly string[] }

type SolanaFeatures = {
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
