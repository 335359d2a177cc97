/** A channel's terms, whose hash is its id. Addresses in any spelling. Source: the scheme `batch-settlement`. */
export type ChannelConfig = {
  payer: string
  /** Address of the key that signs vouchers; zero where the payer is a contract that checks them itself (EIP-1271). */
  payerAuthorizer: string
  receiver: string
  receiverAuthorizer: string
  token: string
  /** Seconds between the payer's announcement and taking the rest without the receiver. */
  withdrawDelay: number
  salt: string
}

/** True when the code of the payer's account decides whether its vouchers are valid: the channel names no key. */
export const canDisown = ({ payerAuthorizer }: ChannelConfig): boolean => BigInt(payerAuthorizer) === 0n

/** A channel of one network; `id` in small letters. */
export type ChannelKey = { network: string; id: string }

/** A payment through a channel (`batch-settlement`), read from its payload and compared with our terms. */
export type ChannelPayment = ChannelKey & {
  type: 'deposit' | 'voucher' | 'refund'
  config: ChannelConfig
  maxAtomic: bigint
  signature: string
  /** False where only the payer's contract can check the signature: it is unchecked then. */
  isKeySigned: boolean
  depositAtomic: bigint
  /** Refund that is asked for; null for all that is left. */
  refundAtomic: bigint | null
}

/** A channel's funds on the chain, in atomic units of its token. */
export type ChannelFunds = {
  balanceAtomic: bigint
  claimedAtomic: bigint
  refundNonce: bigint
  withdrawRequestedAt: Date | null
}

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

export const BATCH_SETTLEMENT = 'batch-settlement'

export const paysByChannel = ({ scheme }: { scheme: string }): boolean => scheme === BATCH_SETTLEMENT

/**
 * True for a price that reading budgets are offered for, from a cent to twenty dollars: smaller ones are many small calls,
 * and of dearer things nobody buys several.
 */
export function isBudgetPrice(amountAtomic: bigint, decimals: number): boolean {
  const dollar = 10n ** BigInt(decimals)
  return amountAtomic * 100n >= dollar && amountAtomic <= 20n * dollar
}

/** The order for a payer that may use channels: one before `exact` on the same network, where a call costs no more. */
export function channelsFirst<Option>(
  options: readonly Option[],
  termsOf: (option: Option) => { scheme: string; network: string; amountAtomic: bigint },
): Option[] {
  const preferred = options.flatMap((option) => {
    const { scheme, network, amountAtomic } = termsOf(option)
    const channel = options.find((other) => {
      const terms = termsOf(other)
      return paysByChannel(terms) && terms.network === network && terms.amountAtomic <= amountAtomic
    })
    return scheme === 'exact' && channel !== undefined ? [channel, option] : [option]
  })
  return [...new Set(preferred)]
}

/** When what a channel was charged is claimed: so long after its first unclaimed call, or above so much unclaimed. */
export const USUAL_CLAIM_LIMITS = { afterSeconds: 3_600, aboveAtomic: 5_000_000n }
