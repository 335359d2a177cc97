/** Tokens that one transaction moved from one owner to another. Atomic units. */
export type TokenTransfer = { from: string; to: string; amountAtomic: bigint }

export type TransferReading =
  /** Unknown to the node, or waiting for its confirmations. */
  { state: 'pending' } | { state: 'failed' } | { state: 'landed'; at: Date; transfers: TokenTransfer[] }
