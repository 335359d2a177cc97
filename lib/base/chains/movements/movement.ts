/**
 * Money that the chain shows to have moved: a transfer to one of our payees, or what one of our gas wallets did with a
 * payment channel. Atomic units.
 */
export type Movement = {
  kind: 'transfer' | 'channel payout' | 'channel deposit' | 'channel claim' | 'channel refund'
  network: string
  transaction: string
  /** Block or slot. */
  height: bigint
  /** Who paid; null where the transaction alone does not tell. */
  from: string | null
  /** Who was paid, or the channel's id. */
  to: string
  asset: string | null
  amountAtomic: bigint
}

/** What is looked for, from when on. */
export type MovementSearch = {
  network: string
  since: Date
  assets: readonly string[]
  payees: readonly string[]
  gasWallets: readonly string[]
}

/** When a movement's block was made, and whether one of our gas wallets sent it. */
export type MovementFacts = { at: Date; isSentByUs: boolean }
