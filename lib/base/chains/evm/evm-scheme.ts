import type { Address, Hex, Log, TransactionReceipt } from 'viem'
import type { OfferScheme } from '../build-requirements'
import type { ReadScheme } from '../read-signed-payment'

/** A scheme of the EVM networks beyond `exact` and `upto`, handed in where the chains are opened. */
export type EvmScheme = ReadScheme &
  OfferScheme & {
    /** Holds its money, at one address on every chain. */
    contract: Address
    /** The payments through Permit2 that calldata for its contract asks for. */
    readPermit2Calls: (data: Hex, network: string) => Permit2Call[]
    /** Events of its contract whose second topic is the wallet that sent the transaction. */
    events: { topics: Hex[]; read: (log: Log) => { kind: string; to: string; amountAtomic: bigint }[]; payout: string }
  }

/** One payment through Permit2, as calldata names it. */
export type Permit2Call = {
  owner: Address
  token: Address
  nonce: bigint
  payTo: Address
  /** The amount that the payer signed, as against the one that is to move. */
  permittedAtomic: bigint
  amountAtomic: bigint
  /** Distinguishes it from calls of the same amount and parties. */
  subject: string | null
  /** Counts payments like this one that the receipt's events show. */
  countMoved: (receipt: TransactionReceipt, call: Permit2Call) => number
}
