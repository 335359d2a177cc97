import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Address,
  type Base64EncodedWireTransaction,
  isSolanaError,
  type Signature,
  type Slot,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
} from '@solana/kit'
import { LIGHTHOUSE_PROGRAM_ADDRESS, MAX_COMPUTE_UNIT_PRICE_MICROLAMPORTS, MEMO_PROGRAM_ADDRESS } from '@x402/svm'
import { coalescePer } from '@/lib/base/infra/coalesce'
import type { PaymentRequirements, VerifyResponse } from '@/lib/base/x402/wire'
import type { Authorization } from '../../authorization'
import { RpcUnreachableError } from '../../errors'
import { type GasPolicy, gasPolicyOf } from '../../gas-policy'
import { type SignedPayment, signedAs } from '../../signed-payment'
import { associatedTokenAddress } from '../../svm/associated-token'
import { type SvmFeePayer, type SvmPayment, TRANSFER_POSITION } from '../../svm/svm-payment'
import {
  BLOCKHASH_LIFE_BLOCKS,
  COMPUTE_BUDGET_PROGRAM,
  readLastHeight,
  SET_UNIT_LIMIT,
  SET_UNIT_PRICE,
  type SvmRpc,
  svmFeeOf,
} from '../../svm/svm-rpc'
import type { SvmTransaction } from '../../svm/svm-transaction'
import { assessEach, payerMadeChain, readAgreed, type SettlementChainOptions } from '../payer-made-chain'
import {
  type Assessment,
  type AssessmentRequest,
  type InFlight,
  refuse,
  refusedAssessment,
  type SendResult,
  type SettlementChain,
  type SettlementRefusal,
  type TransactionTruth,
} from '../settlement-chain'

type SvmWork = { transaction: string; authorization: Authorization }

type SvmSettlementOptions = SettlementChainOptions<SvmFeePayer>

/** A block comes at most this often. */
const SLOT_MS = 400

/** A fee payer that cannot pay for some twenty transactions is low. */
const DRY_BELOW_LAMPORTS = 200_000n

/** From this depth on only the cluster's own finality will do. */
const FINALIZED_FROM = 32

/** Settlements of one Solana network: exact. The payer's message is never changed, only signed. */
export function createSvmSettlementChain(options: SvmSettlementOptions): SettlementChain {
  const { network, chains, wallets, schemes } = options
  const rpc = chains.svmRpc(network)
  const { confirmations } = chains.configOf(network)
  const readStatus = (hashes: string[]): Promise<SvmStatus> =>
    readAgreed(network, chains.svmNodes(network), (node) => readStatusOf(node, hashes, confirmations))
  const shared = payerMadeChain(options)
  const policy = gasPolicyOf(chains.configOf(network).gas)
  const verify = async (payment: SignedPayment): Promise<VerifyResponse> => {
    const { payload, requirements } = payment
    const isPlain = isPlainTransfer(signedAs(payment, 'svm').transfer, requirements, shared.wallets)
    if (!isPlain || (await shared.check(payment))) return schemes.verify(payload, requirements)
    return simulateSvmPayment(rpc, transactionOf(payment), payment.authorization.payer)
  }
  return {
    ...shared,
    check: async (payment) =>
      findNamedWallet(wallets, payment) ?? findExcess(policy, payment) ?? (await shared.check(payment)),
    assess: (requests) => assessEach(requests, (request) => assessSvmPayment({ rpc, verify }, request)),
    async prepare(payment) {
      const { authorization } = payment
      const { feePayer } = signedAs(payment, 'svm').transfer
      if (!wallets.some((wallet) => wallet.address === feePayer)) {
        return refuse('invalid_exact_svm_fee_payer_not_managed_by_facilitator')
      }
      const work: SvmWork = { transaction: transactionOf(payment), authorization }
      return { isRefused: false, key: authorization.key, wallet: feePayer, isBatchable: false, work }
    },
    async sign(prepared, { wallet }) {
      const feePayer = wallets.find((entry) => entry.address === wallet)
      const [only] = prepared
      if (!feePayer || !only || prepared.length > 1)
        throw new Error('Expected one settlement of one of our fee payers.')
      const { transaction, authorization } = only.work as SvmWork // Made above.
      const signed = feePayer.sign(transaction)
      // No block after the newest can have its blockhash.
      const lastValidHeight = await readLastHeight(rpc, authorization).catch(
        async () => (await rpc.getBlockHeight().send()) + BLOCKHASH_LIFE_BLOCKS,
      )
      return { hash: signed.signature, raw: signed.transaction, lastValidHeight }
    },
    walletOf: (payment) => signedAs(payment, 'svm').transfer.feePayer,
    send: (raw) => sendSvmTransaction(rpc, raw),
    untilNextBlock: createTicks(Math.min(shared.pollIntervalMs, SLOT_MS)),
    async readTransaction({ hashes, raw }, authorizations) {
      const truth = await readStatus(hashes)
      if (truth.state !== 'landed') return truth
      // The message was checked before it was signed, and a Solana transaction happens as a whole or not at all.
      const settlements = authorizations.map(({ key, settleAmountAtomic }) => ({
        key,
        amountAtomic: truth.hasSucceeded ? settleAmountAtomic : null,
      }))
      return { state: 'landed', hash: truth.hash, height: truth.height, fee: svmFeeOf(raw), settlements }
    },
    async isDead({ hashes, lastValidHeight }) {
      const height = await rpc.getBlockHeight({ commitment: 'finalized' }).send()
      if (lastValidHeight === null || height <= lastValidHeight) return false
      return (await readStatus(hashes)).state === 'missing'
    },
    async readWallet(wallet) {
      const { value: balance } = await rpc.getBalance(wallet as Address).send() // Ours, see `wallets`.
      return { address: wallet, balance, isDry: balance < DRY_BELOW_LAMPORTS, nextNonce: null }
    },
  }
}

/** Our signature pays only the fee: a program that is given the fee payer's account could spend from it. */
function findNamedWallet(wallets: readonly SvmFeePayer[], payment: SignedPayment): SettlementRefusal | null {
  const { named } = signedAs(payment, 'svm').transfer
  if (!wallets.some((wallet) => named.has(wallet.address))) return null
  const reason = 'invalid_exact_svm_payload_transaction_fee_payer_transferring_funds'
  return refuse(reason, 'Expected no instruction to name the fee payer.')
}

/** The payer's and ours. Each further one would cost us as much as the whole transfer. */
const MAX_SIGNATURES = 2

/** The payer decides what its transaction bids for its place; we pay it. */
function findExcess({ computeUnits, computeUnitPrice }: GasPolicy, payment: SignedPayment): SettlementRefusal | null {
  const { units, microLamportsPerUnit, signatures } = signedAs(payment, 'svm').transfer.computeBudget
  if (units <= computeUnits && microLamportsPerUnit <= computeUnitPrice && signatures <= MAX_SIGNATURES) return null
  const most = `${computeUnits} compute units at ${computeUnitPrice} micro-lamports and ${MAX_SIGNATURES} signatures`
  return refuse('invalid_exact_svm_payload_fee_too_high', `Expected a transaction of at most ${most}.`)
}

const transactionOf = ({ payload }: SignedPayment) => String(payload.payload['transaction'])

type Verify = (payment: SignedPayment) => Promise<VerifyResponse>

async function assessSvmPayment(
  { rpc, verify }: { rpc: SvmRpc; verify: Verify },
  { payment, inFlight }: AssessmentRequest,
): Promise<Assessment> {
  // Of the payer's own account, as it was read; asked beside the simulation, whose refusal comes first.
  const balance = readTokenBalance(rpc, signedAs(payment, 'svm').transfer.source)
  balance.catch(() => {})
  // Signing asks for it next, and it is kept.
  readLastHeight(rpc, payment.authorization).catch(() => {})
  const verdict = await verify(payment)
  if (!verdict.isValid) return refusedAssessment(verdict)
  const { slot, amountAtomic } = await balance
  const landedKeys = await listLanded(rpc, inFlight, slot)
  return { isValid: true, height: slot, spendableAtomic: amountAtomic, landedKeys }
}

/** Keys of our payments in flight that the balance at `slot` already reflects. */
async function listLanded(rpc: SvmRpc, inFlight: InFlight[], slot: bigint): Promise<string[]> {
  const sent = inFlight.flatMap(
    ({ key, transactions: [signature] }) => (signature ? [{ key, signature: signature as Signature }] : []), // Ours, from the ledger.
  )
  if (sent.length === 0) return []
  const { value } = await rpc.getSignatureStatuses(sent.map(({ signature }) => signature)).send()
  return sent.flatMap(({ key }, index) => {
    const status = value[index]
    return status && status.slot <= slot ? [key] : []
  })
}

async function sendSvmTransaction(rpc: SvmRpc, raw: string): Promise<SendResult> {
  try {
    const transaction = raw as Base64EncodedWireTransaction // Our own signing made it.
    await rpc.sendTransaction(transaction, { encoding: 'base64', skipPreflight: true }).send()
    return { kind: 'accepted' }
  } catch (error) {
    if (error instanceof RpcUnreachableError) return { kind: 'unreachable' }
    if (error instanceof Error && /already been processed/i.test(`${error.message} ${String(error.cause)}`)) {
      return { kind: 'accepted' }
    }
    const isPreflight = isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE)
    return { kind: 'refused', message: isPreflight ? 'The simulation failed.' : 'The node refused the transaction.' }
  }
}

/** One pause for all who wait, so that they look together and share a call. */
function createTicks(pauseMs: number): () => Promise<void> {
  let tick: Promise<void> | null = null
  return () =>
    (tick ??= sleep(pauseMs).then(() => {
      tick = null
    }))
}

type SvmStatus =
  | Exclude<TransactionTruth, { state: 'landed' }>
  | { state: 'landed'; hash: string; height: bigint; hasSucceeded: boolean }

async function readStatusOf(rpc: SvmRpc, hashes: string[], confirmations: number): Promise<SvmStatus> {
  const value = await Promise.all(hashes.map((hash) => readSignatureStatus(rpc, hash as Signature))) // Ours, from the ledger.
  const place = value.findIndex((status) => status !== null)
  const status = value[place]
  const hash = hashes[place]
  if (!status || hash === undefined) return { state: 'missing' }
  const { confirmationStatus } = status
  const isFinal =
    confirmationStatus === 'finalized' || (confirmationStatus === 'confirmed' && confirmations < FINALIZED_FROM)
  if (!isFinal) return { state: 'unconfirmed', hash }
  return { state: 'landed', hash, height: status.slot, hasSucceeded: status.err === null }
}

/** The most that nodes take in one call. Plans of some providers take five accounts. */
const MAX_STATUSES = 256
const MAX_ACCOUNTS = 5

/** Place of the amount in the account of either token program. */
const AMOUNT_AT = 64
const AMOUNT_BYTES = 8

/** The state of a transaction, also of one that landed long ago; null for one that the node does not know. */
const readSignatureStatus = coalescePer(
  async (rpc: SvmRpc, signatures: Signature[]) => {
    const { value } = await rpc.getSignatureStatuses(signatures, { searchTransactionHistory: true }).send()
    return [...value]
  },
  { maxItems: MAX_STATUSES, maxRuns: Infinity },
)

/** Balance of a payer's own token account, and the slot that it was read at. Fails where there is no such account. */
async function readTokenBalance(rpc: SvmRpc, account: Address): Promise<{ slot: Slot; amountAtomic: bigint }> {
  const { slot, found } = await readAccount(rpc, account)
  const bytes = Buffer.from(found?.data[0] ?? '', 'base64')
  if (bytes.length !== AMOUNT_BYTES) throw new Error('Expected the payer to have an account of that token.')
  return { slot, amountAtomic: bytes.readBigUInt64LE() }
}

const readAccount = coalescePer(
  async (rpc: SvmRpc, accounts: Address[]) => {
    const dataSlice = { offset: AMOUNT_AT, length: AMOUNT_BYTES }
    const options = { commitment: 'confirmed', encoding: 'base64', dataSlice } as const
    const { context, value } = await rpc.getMultipleAccounts(accounts, options).send()
    return value.map((found) => ({ slot: context.slot, found }))
  },
  { maxItems: MAX_ACCOUNTS, maxRuns: Infinity },
)

/** The same that the SDK asks: the signature of the fee payer is still missing. */
const simulationOptions = {
  encoding: 'base64',
  commitment: 'confirmed',
  sigVerify: false,
  replaceRecentBlockhash: false,
} as const

/** The verdict of the SDK's scheme on a payment that only the simulation may still object to. Throws `RpcUnreachableError`. */
async function simulateSvmPayment(rpc: SvmRpc, transaction: string, payer: string): Promise<VerifyResponse> {
  try {
    const wire = transaction as Base64EncodedWireTransaction // Parsed before.
    const { value } = await rpc.simulateTransaction(wire, simulationOptions).send()
    return value.err === null ? { isValid: true, payer } : failed(payer, `Simulation failed: ${textOf(value.err)}`)
  } catch (error) {
    if (error instanceof RpcUnreachableError) throw error
    return failed(payer, error instanceof Error ? error.message : String(error))
  }
}

const textOf = (error: object | string) =>
  JSON.stringify(error, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))

const failed = (payer: string, invalidMessage: string): VerifyResponse => ({
  isValid: false,
  invalidReason: 'invalid_exact_svm_transaction_simulation_failed',
  invalidMessage,
  payer,
})

const MOST_INSTRUCTIONS = 7
const LIMIT_BYTES = 5
const PRICE_BYTES = 9

/**
 * True for the usual form of a payment: the SDK's scheme would then object to nothing but the simulation, once the payer's
 * signature was checked. It takes the payment apart three times and derives the payee's account again, which costs more
 * than everything else together. It still judges what is not so usual; the tests hold its verdicts against this.
 */
export function isPlainTransfer(payment: SvmPayment, terms: PaymentRequirements, ours: readonly string[]): boolean {
  const { transaction, feePayer, payer } = payment
  const { signers, instructions, accounts, lookupTables } = transaction
  if (!paysTerms(payment, terms) || feePayer !== terms.extra['feePayer'] || !ours.includes(feePayer)) return false
  if (signers.length !== 2 || signers[1]?.address !== payer || ours.includes(payer)) return false
  if (lookupTables > 0 || instructions.length > MOST_INSTRUCTIONS) return false
  const places = instructions.flatMap(({ program, accounts: named }) => [program, ...named])
  if (places.some((place) => place >= accounts.length)) return false
  return bidsModestly(transaction) && hasOnlyNotes(transaction, terms.extra['memo'])
}

function paysTerms(
  { mint, destination, tokenProgram, amountAtomic }: SvmPayment,
  { asset, payTo, amount }: PaymentRequirements,
): boolean {
  if (mint !== asset || amountAtomic !== BigInt(amount)) return false
  return destination === associatedTokenAddress(payTo as Address, mint, tokenProgram) // Its form was checked on reading.
}

/** The first two instructions limit the computation and set its price. */
function bidsModestly({ instructions: [limit, price], accounts }: SvmTransaction): boolean {
  if (!limit || accounts[limit.program] !== COMPUTE_BUDGET_PROGRAM) return false
  if (!price || accounts[price.program] !== COMPUTE_BUDGET_PROGRAM) return false
  if (limit.data.length !== LIMIT_BYTES || limit.data[0] !== SET_UNIT_LIMIT) return false
  if (price.data.length !== PRICE_BYTES || price.data[0] !== SET_UNIT_PRICE) return false
  return price.data.readBigUInt64LE(1) <= BigInt(MAX_COMPUTE_UNIT_PRICE_MICROLAMPORTS)
}

/** After the transfer come a wallet's assertions and memos, one with the text that the requirements ask for, if any. */
function hasOnlyNotes({ instructions, accounts }: SvmTransaction, wanted: unknown): boolean {
  const notes = instructions.slice(TRANSFER_POSITION + 1)
  const memos = notes.filter(({ program }) => accounts[program] === MEMO_PROGRAM_ADDRESS)
  const isKnown = notes.every((note) => memos.includes(note) || accounts[note.program] === LIGHTHOUSE_PROGRAM_ADDRESS)
  if (!isKnown || !wanted) return isKnown
  return memos.length === 1 && new TextDecoder().decode(memos[0]?.data) === wanted
}
