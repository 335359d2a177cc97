import type { Address } from '@solana/kit'
import { LIGHTHOUSE_PROGRAM_ADDRESS, MAX_COMPUTE_UNIT_PRICE_MICROLAMPORTS, MEMO_PROGRAM_ADDRESS } from '@x402/svm'
import type { PaymentRequirements } from '@/lib/base/x402/wire'
import { associatedTokenAddress } from './associated-token'
import { type SvmPayment, TRANSFER_POSITION } from './svm-payment'
import { COMPUTE_BUDGET_PROGRAM, SET_UNIT_LIMIT, SET_UNIT_PRICE } from './svm-rpc'
import type { SvmTransaction } from './svm-transaction'

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
