import { readSvmTransaction, type SvmTransaction } from './svm-transaction'

export const COMPUTE_BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111'
export const SET_UNIT_LIMIT = 2
export const SET_UNIT_PRICE = 3

const LAMPORTS_PER_SIGNATURE = 5_000n
const MICRO = 1_000_000n

/** Units that a transaction without a limit may use. */
const MAX_COMPUTE_UNITS = 1_400_000n

/** Computation that a transaction requests, which its fee payer pays for. */
export type SvmComputeBudget = { units: bigint; microLamportsPerUnit: bigint; signatures: number }

export function computeBudgetOf({ instructions, accounts, signers }: SvmTransaction): SvmComputeBudget {
  let [units, microLamportsPerUnit] = [MAX_COMPUTE_UNITS, 0n]
  for (const { program, data } of instructions) {
    if (accounts[program] !== COMPUTE_BUDGET_PROGRAM) continue
    if (data[0] === SET_UNIT_LIMIT && data.length >= 5) units = BigInt(data.readUInt32LE(1))
    if (data[0] === SET_UNIT_PRICE && data.length >= 9) microLamportsPerUnit = data.readBigUInt64LE(1)
  }
  return { units, microLamportsPerUnit, signatures: signers.length }
}

/** Fee of a parsed transaction, in base64, in lamports: each signature, and the priority that it bids for. */
export function svmFeeOf(transaction: string): bigint {
  const { units, microLamportsPerUnit, signatures } = computeBudgetOf(
    readSvmTransaction(Buffer.from(transaction, 'base64')),
  )
  return BigInt(signatures) * LAMPORTS_PER_SIGNATURE + (units * microLamportsPerUnit + MICRO - 1n) / MICRO
}
