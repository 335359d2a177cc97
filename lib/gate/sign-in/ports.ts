import type { DatabaseTransaction } from '@/lib/base/infra/database'

/** What sign-in tells selling when a wallet joins an account, within the transaction that links it. */
export type ShopsPort = {
  /** The account ends, as its last wallet goes: its shop goes along. What this throws keeps both as they were. */
  handOver: (transaction: DatabaseTransaction, ids: { fromAccountId: string; toAccountId: string }) => Promise<void>
  recordLink: (
    transaction: DatabaseTransaction,
    actor: { accountId: string; sessionId?: string },
    link: { address: string; scope: string; signedBy: string; fromAccountId: string | null; at: Date },
  ) => Promise<void>
}

/** A message and the signature that claims to be of `address` over it. */
type SignedMessage = {
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
