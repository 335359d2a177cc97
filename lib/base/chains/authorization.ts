/**
 * One signed payment's terms, read from its payload without any network call.
 * `key` is the identity of the authorization: equal for every copy of it, different for every other, so that a unique
 * row per key means one settlement and one grant.
 * EVM: network, asset (or Permit2, whose nonces span all tokens), payer and nonce.
 * Solana, Algorand: the hash of the signed message, which the fee payer's signature does not change.
 */
export type Authorization = {
  key: string
  network: string
  scheme: string
  asset: string
  payer: string
  /** Recipient of the money, or the contract that fetches it. */
  payTo: string
  /** Authorised amount, atomic units; for `upto` the maximum. */
  amountAtomic: bigint
  /**
   * Identifies the payment in a search of the chain. EIP-3009: the 32 bytes in hex. Permit2: decimal digits.
   * Solana: `<message hash>:<blockhash>`. Algorand: `<transaction id>:<first round>:<last round>`.
   */
  nonce: string
  validAfter: Date | null
  /** End of validity; null where only the chain's block height tells (Solana, Algorand). */
  validBefore: Date | null
}

/**
 * The chain's state of one authorization. `unused` may still settle; `expired` and `cancelled` never will.
 * `unreadable` decides nothing: the chain did not answer, or shows something that is not yet confirmed. Ask again
 * later.
 * `undecidable` will not change: it can no longer land, and nothing we may ask tells whether it did.
 * `sentBy`: who sent the transaction, on EVM; elsewhere only the fee payer of the terms can send it.
 */
export type AuthorizationTruth =
  | { state: 'settled'; transaction: string; amountAtomic: bigint; payTo: string; sentBy?: string }
  | { state: 'unused' }
  | { state: 'expired' }
  | { state: 'cancelled' }
  | { state: 'unreadable'; reason: string }
  | { state: 'undecidable'; reason: string }

/**
 * The identity of an EVM authorization. Permit2 counts nonces per owner for all tokens together: the token is no part
 * of it, and `permit2` stands in its place.
 */
export const authorizationKey = (network: string, tokenOrPermit2: string, payer: string, nonce: string): string =>
  `${network}/${tokenOrPermit2}/${payer}/${nonce}`

const LAST_UNIX_SECOND = 253_402_300_799n // End of the year 9999, which every database can store.

export const fromUnixSeconds = (seconds: bigint): Date =>
  new Date(Number(seconds < LAST_UNIX_SECOND ? seconds : LAST_UNIX_SECOND) * 1_000)

/** EIP-3009 nonces are 32 bytes in hex, Permit2 nonces decimal numbers. */
export const isEip3009Nonce = (nonce: string): boolean => nonce.startsWith('0x')
