/** A message and the signature that claims to be of `address` over it. */
export type SignedMessage = {
  type: 'eip191' | 'ed25519'
  /** CAIP-2. */
  chainId: string
  address: string
  message: string
  signature: string
  signatureScheme?: 'eip191' | 'eip1271' | 'eip6492' | 'siws' | undefined
}

/** What sign-in needs of the chains: keys are checked locally, contract wallets by asking their chain. */
export type VerifyMessageSignature = (signed: SignedMessage) => Promise<{ valid: boolean; error?: string }>
