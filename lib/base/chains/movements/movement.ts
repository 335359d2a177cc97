/** A transfer to one of our payees, or an action of one of our gas wallets on a payment channel. Atomic units. */
export type Movement = {
  kind: 'transfer' | 'channel payout' | 'channel deposit' | 'channel claim' | 'channel refund'
  network: string
  transaction: string
  /** Block or slot. */
  height: bigint
  /** The payer's address; null where the transaction does not tell. */
  from: string | null
  /** The recipient's address, or the channel's id. */
  to: string
  asset: string | null
  amountAtomic: bigint
}

export type MovementSearch = {
  network: string
  since: Date
  assets: readonly string[]
  payees: readonly string[]
  gasWallets: readonly string[]
}

/** The time of a movement's block; `isSentByUs`: one of our gas wallets sent it. */
export type MovementFacts = { at: Date; isSentByUs: boolean }
