/** Tokens that one transaction moved from one owner to another. Atomic units. */
export type TokenTransfer = { from: string; to: string; amountAtomic: bigint }

/** What the chain says of a transaction that somebody names. */
export type TransferReading =
  /** Nobody has seen it, or it waits for its confirmations. */
  { state: 'pending' } | { state: 'failed' } | { state: 'landed'; at: Date; transfers: TokenTransfer[] }
