import type { Hex } from 'viem'
import { reasons } from '@/lib/base/x402/reasons'
import type { PaymentPayload, PaymentRequirements, Supported, VerifyResponse } from '@/lib/base/x402/wire'
import type { Authorization, AuthorizationTruth } from '../authorization'
import type { ReadScheme } from '../read-signed-payment'
import type { SignedPayment } from '../signed-payment'

/** An authorization of the same payer that we may have sent; `transactions` are the hashes it may land under. */
export type InFlight = Authorization & { transactions: string[] }

export type AssessmentRequest = { payment: SignedPayment; inFlight: InFlight[] }

/**
 * The chain's facts of one payment, all read at one height.
 * `spendableAtomic` is the payer's balance, or the allowance where that is smaller.
 * `landedKeys` are the in-flight authorizations that the balance already reflects. `extra` goes with the verdict.
 */
export type Assessment =
  | {
      isValid: true
      height: bigint
      spendableAtomic: bigint
      landedKeys: string[]
      extra?: Record<string, unknown>
    }
  | { isValid: false; reason: string; message?: string }

export type SettlementRefusal = { isRefused: true; reason: string; message?: string }

/** One transaction's worth of work for a gas wallet, opaque to all but the chain that made it. */
export type PreparedSettlement = {
  isRefused: false
  key: string
  /** The only wallet that may send it, or null when any may. */
  wallet: string | null
  isBatchable: boolean
  work: unknown
}

export type SignedTransaction = {
  hash: string
  raw: string
  /** Height after which it can no longer land; null where only the wallet's nonce tells. */
  lastValidHeight: bigint | null
  /** The most that it takes from its wallet; absent where the verdict on the payment includes that. */
  maxCost?: bigint
}

/**
 * `accepted`: in some node's pool, or known there already.
 * `stale`: the nonce is taken, by this transaction or another one.
 * `refused`: the node will not have it now (fee, gas money); it may take it later.
 * `impossible`: no node will ever have it as it is; only another version can take its nonce.
 * `unreachable`: no answer came; it may have arrived anyway.
 */
export type SendResult =
  | { kind: 'accepted' | 'stale' | 'unreachable' }
  | { kind: 'refused' | 'impossible'; message: string }

/** A stored transaction as the ledger knows it. `hashes` are its versions, newest first. */
export type SentTransaction = {
  wallet: string
  nonce: bigint | null
  hashes: string[]
  raw: string
  lastValidHeight: bigint | null
}

/** A place in the order of a wallet's transactions, with the version that has it already, if any. */
export type WalletSlot = { wallet: string; nonce: bigint; earlier: string | null }

/** The amount of one settlement inside a landed transaction; null when that part failed. */
export type LandedSettlement = { key: string; amountAtomic: bigint | null }

/** `fee` is what our wallet paid for it, or the most that it can have, in the network's smallest unit. */
export type TransactionTruth =
  | { state: 'missing' }
  | { state: 'unconfirmed'; hash: string }
  | { state: 'landed'; hash: string; height: bigint; fee: bigint; settlements: LandedSettlement[] }
  | { state: 'unreadable'; reason: string }

export type WalletState = { address: string; balance: bigint; isDry: boolean; nextNonce: bigint | null }

/**
 * One network as settlement needs it: everything that knows about transactions, nothing that knows about ledgers.
 * All calls are bounded in time. An RPC failure is an `RpcUnreachableError` or a state that says so, never a guess.
 */
export type SettlementChain = {
  network: string
  /** Identities of the assets that are settled here; a payment in any other is refused before the chain is asked. */
  assets: readonly string[]
  /** True if the wallet's transactions are numbered, so that they must be made one after the other. */
  hasNonces: boolean
  kinds: Pick<Supported['kinds'][number], 'scheme' | 'extra'>[]
  /** Wallets that pay for gas, also those being drained. */
  wallets: string[]
  /** Limit of what its settlements may cost in a day, in UTC and in the network's smallest unit; null for none. */
  dailyBudget: bigint | null
  pollIntervalMs: number
  /**
   * Signature, times and terms, without money; a forged copy never passes. Null when all is well. `isSigned`: the
   * signature is good, and something else was refused.
   */
  check(payment: SignedPayment): Promise<(SettlementRefusal & { isSigned?: boolean }) | null>
  /** The chain's verdict (simulation and funds) on payments that passed `check`; in the order of the requests. */
  assess(requests: AssessmentRequest[]): Promise<Assessment[]>
  prepare(payment: SignedPayment, settleAmountAtomic: bigint): Promise<PreparedSettlement | SettlementRefusal>
  /**
   * Checks the same settlements right before they are sent: one that can no longer share a transaction is prepared
   * again to be sent separately, or refused. In their order. Absent where nothing is shared.
   */
  separate?(prepared: PreparedSettlement[]): Promise<(PreparedSettlement | SettlementRefusal)[]>
  /** Takes one settlement out of a shared transaction, to be sent separately; refused when it would fail there too. */
  takeOut?(raw: string, authorization: Authorization): Promise<PreparedSettlement | SettlementRefusal>
  /** Number of batchable settlements that fit into one transaction. Present where there are nonces. */
  maxBatch?(): Promise<number>
  /** Throws `SignerError`. Signs one transaction for all of `prepared`; more than one only when all are batchable. */
  sign(prepared: PreparedSettlement[], slot: { wallet: string; nonce: bigint | null }): Promise<SignedTransaction>
  /** The same work at a higher fee; null where it cannot be replaced, or only above what we pay at most. */
  replace(sent: SentTransaction): Promise<SignedTransaction | null>
  /** Signs an empty transaction for that place, so that those behind it can land. Present where there are nonces. */
  fill?(slot: WalletSlot): Promise<SignedTransaction>
  /** True if its newest version only fills its place. */
  isFiller?(sent: SentTransaction): boolean
  send(raw: string): Promise<SendResult>
  /** Resolves when it is worth looking again for a sent transaction; one wait for all, who then share their readings. */
  untilNextBlock?(): Promise<void>
  readTransaction(sent: SentTransaction, authorizations: LedgerAuthorization[]): Promise<TransactionTruth>
  /** True if it has not landed and provably never will. */
  isDead(sent: SentTransaction): Promise<boolean>
  /** Its outcome, whoever landed it; `unreadable` from a node that has not seen the block `since`. */
  findAuthorization(authorization: Authorization, since: bigint | null): Promise<AuthorizationTruth>
  /** The newest block that is no longer rolled back. Present where settlements count before they are final. */
  readFinalBlock?(): Promise<{ height: bigint; time: Date }>
  readWallet(wallet: string): Promise<WalletState>
  walletOf?(payment: SignedPayment): string | null
  /** Present where `maxCost` is. */
  readBalance?(wallet: string): Promise<bigint>
  /** Why its key, which others keep, does not sign now; null where it does, and where the key is here. */
  signerFault(wallet: string): string | null
  /** Schemes beyond `exact` and `upto`, and by their names what they do here besides settling payments. */
  further: readonly ReadScheme[]
  requests: Readonly<Record<string, SchemeRequests>>
}

/**
 * An action as the ledger keeps it, also one that would do nothing (any more), and how to send it. It must be worth
 * `leastPayments` payments of the smallest amount that is accepted.
 */
export type AssessedAction =
  | (SettlementRefusal & { authorization: Authorization | null })
  | {
      isRefused: false
      authorization: Authorization
      height: bigint
      leastPayments: number
      prepare(): Promise<PreparedSettlement | SettlementRefusal>
    }

/** A payload and our terms; nothing of it is read yet. */
type ChainTerms = { payload: PaymentPayload; requirements: PaymentRequirements }

/** The chain's view of a scheme's payloads that authorise no transfer. Throws `RpcUnreachableError`. */
export type SchemeRequests = {
  /** The verdict on a payer's request. */
  verify(request: ChainTerms): Promise<VerifyResponse>
  /**
   * Tries a receiver's request on the chain. `maySignRefund` tells for which receivers our
   * authorizer may sign. Fails with a `PayloadError` for anything else.
   */
  assessAction(action: ChainTerms, maySignRefund: (receiver: string) => boolean): Promise<AssessedAction>
  /** The state of its subject at the block `since` or later, as answers tell it; null from a node that has not seen it in time. */
  readState(subject: Hex, since: bigint): Promise<Record<string, unknown> | null>
}

export type LedgerAuthorization = Authorization & { settleAmountAtomic: bigint }

export function refuse(reason: string, message?: string): SettlementRefusal {
  return { isRefused: true, reason, ...(message ? { message } : {}) }
}

export const refusedFor = (reason: string, message?: string): Assessment => ({
  isValid: false,
  reason,
  ...(message ? { message: message.slice(0, 500) } : {}),
})

export const refusedAssessment = ({ invalidReason, invalidMessage }: VerifyResponse): Assessment =>
  refusedFor(invalidReason ?? reasons.unexpectedVerifyError, invalidMessage)
