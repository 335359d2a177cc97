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
