import type { DatabaseTransaction } from '@/lib/base/infra/database'

/** Called by sign-in when a wallet joins an account, within the transaction that links it. */
export type ShopsPort = {
  /** The account ends, as its last wallet goes: its shop moves along. A throw undoes both. */
  handOver: (transaction: DatabaseTransaction, ids: { fromAccountId: string; toAccountId: string }) => Promise<void>
  recordLink: (
    transaction: DatabaseTransaction,
    actor: { accountId: string; sessionId?: string },
    link: { address: string; scope: string; signedBy: string; fromAccountId: string | null; at: Date },
  ) => Promise<void>
}

type SignedMessage = {
  type: 'eip191' | 'ed25519'
  /** CAIP-2. */
  chainId: string
  address: string
  message: string
  signature: string
  signatureScheme?: 'eip191' | 'eip1271' | 'eip6492' | 'siws' | undefined
}

/** Signature checks: keys locally, contract wallets by asking their chain. */
export type VerifyMessageSignature = (signed: SignedMessage) => Promise<{ valid: boolean; error?: string }>
