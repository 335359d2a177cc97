/**
 * The terms that a payer opens a channel with; its id is their hash. Addresses in any spelling.
 * Source: the scheme `batch-settlement`.
 */
export type ChannelConfig = {
  payer: string
  /** Whose key signs vouchers; zero where the payer is a contract that checks them itself (EIP-1271). */
  payerAuthorizer: string
  receiver: string
  receiverAuthorizer: string
  token: string
  /** Seconds between the payer's announcement and taking the rest without the receiver. */
  withdrawDelay: number
  salt: string
}

/** Its vouchers are good as long as the code of the payer's account says so: no key is named that the chain asks. */
export const canDisown = ({ payerAuthorizer }: ChannelConfig): boolean => BigInt(payerAuthorizer) === 0n

/** A channel of one network; `id` in small letters. */
export type ChannelKey = { network: string; id: string }

/** A payment by a channel (`batch-settlement`), read from its payload and held against our terms. */
export type ChannelPayment = ChannelKey & {
  type: 'deposit' | 'voucher' | 'refund'
  config: ChannelConfig
  /** What the voucher allows in all. */
  maxAtomic: bigint
  signature: string
  /** False where only the payer's contract can check the signature: it is unchecked then. */
  isKeySigned: boolean
  /** What is paid into the channel with it; zero without a deposit. */
  depositAtomic: bigint
  /** What the deposit's authorization is known by at the facilitator. */
  depositKey: string | null
  /** What is asked back; null for all that is left. */
  refundAtomic: bigint | null
}

/** What the chain says of a channel, in atomic units of its token. */
export type ChannelFunds = {
  balanceAtomic: bigint
  claimedAtomic: bigint
  refundNonce: bigint
  withdrawRequestedAt: Date | null
}

/** The `channelState` that travels in terms and settle responses. */
export function toChannelState(id: string, funds: ChannelFunds, chargedAtomic: bigint) {
  const requested = funds.withdrawRequestedAt
  return {
    channelId: id,
    balance: funds.balanceAtomic.toString(),
    totalClaimed: funds.claimedAtomic.toString(),
    withdrawRequestedAt: requested ? Math.floor(requested.getTime() / 1000) : 0,
    refundNonce: funds.refundNonce.toString(),
    chargedCumulativeAmount: chargedAtomic.toString(),
  }
}

/** The scheme's name on the wire. */
export const BATCH_SETTLEMENT = 'batch-settlement'
