/** A payer's channel as seen by the seller of its calls. Amounts are atomic units of its asset. */
export type ChannelView = {
  channelId: string
  network: string
  asset: string
  payer: string
  payTo: string
  /** Available for further calls. */
  leftAtomic: bigint
  /** Sum of its calls, claimed or not. */
  chargedAtomic: bigint
  unclaimedAtomic: bigint
  /** The payer has announced that it takes the rest. */
  isClosing: boolean
  /** The seller has asked for a claim that has not been made yet. */
  isClaimAsked: boolean
  /** Claimed money is on its way to `payTo`. */
  isPayoutDue: boolean
  openedAt: Date
  lastCallAt: Date | null
  claimedAt: Date | null
  /** Null where it was claimed by another's transaction. */
  claimTransaction: string | null
  /** Gas of that transaction; null where the chain did not tell. */
  claimGas: bigint | null
  /** Channels that were claimed by that transaction. */
  claimedTogether: number | null
}

export type ChannelSum = {
  network: string
  asset: string
  /** Channels with money left or unclaimed. */
  channels: number
  leftAtomic: bigint
  unclaimedAtomic: bigint
  isClaimAsked: boolean
}
