/** A payer's channel as the seller sees it whose calls it paid for. Amounts are atomic units of its asset. */
export type ChannelView = {
  channelId: string
  network: string
  asset: string
  payer: string
  payTo: string
  /** Lies in it for further calls. */
  leftAtomic: bigint
  /** What its calls came to, claimed or not. */
  chargedAtomic: bigint
  unclaimedAtomic: bigint
  /** The payer has announced to take the rest. */
  isClosing: boolean
  /** The seller has asked to have it claimed, and it was not yet. */
  isClaimAsked: boolean
  /** What was claimed is on its way to `payTo`. */
  isPayoutDue: boolean
  openedAt: Date
  lastCallAt: Date | null
  claimedAt: Date | null
  /** Null where it was claimed by another's transaction. */
  claimTransaction: string | null
  /** Of that transaction; null where the chain did not tell. */
  claimGas: bigint | null
  /** Channels that were claimed by that transaction. */
  claimedTogether: number | null
}

/** What the channels of a shop come to in one asset of one network. */
export type ChannelSum = {
  network: string
  asset: string
  /** With something left or unclaimed in them. */
  channels: number
  leftAtomic: bigint
  unclaimedAtomic: bigint
  isClaimAsked: boolean
}
