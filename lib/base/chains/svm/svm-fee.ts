import {
  type CompiledTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
} from '@solana/kit'

const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111'
const SET_UNIT_LIMIT = 2
const SET_UNIT_PRICE = 3

const LAMPORTS_PER_SIGNATURE = 5_000n
const MICRO = 1_000_000n

/** Units that a transaction without a limit may use. */
const MAX_COMPUTE_UNITS = 1_400_000n

const transactionDecoder = getTransactionDecoder()
const messageDecoder = getCompiledTransactionMessageDecoder()

/** Computation that a transaction requests, which its fee payer pays for. */
export type SvmComputeBudget = { units: bigint; microLamportsPerUnit: bigint; signatures: number }

export function computeBudgetOf(message: CompiledTransactionMessage): SvmComputeBudget {
  const { instructions, staticAccounts, header } = message
  let [units, microLamportsPerUnit] = [MAX_COMPUTE_UNITS, 0n]
  for (const { programAddressIndex, data } of instructions) {
    if (staticAccounts[programAddressIndex] !== COMPUTE_BUDGET || !data) continue
    const bytes = Buffer.from(data)
    if (bytes[0] === SET_UNIT_LIMIT && bytes.length >= 5) units = BigInt(bytes.readUInt32LE(1))
    if (bytes[0] === SET_UNIT_PRICE && bytes.length >= 9) microLamportsPerUnit = bytes.readBigUInt64LE(1)
  }
  return { units, microLamportsPerUnit, signatures: header.numSignerAccounts }
}

/** Fee of a parsed transaction, in base64, in lamports: each signature, and the priority that it bids for. */
export function svmFeeOf(transaction: string): bigint {
  const { messageBytes } = transactionDecoder.decode(Buffer.from(transaction, 'base64'))
  const { units, microLamportsPerUnit, signatures } = computeBudgetOf(messageDecoder.decode(messageBytes))
  return BigInt(signatures) * LAMPORTS_PER_SIGNATURE + (units * microLamportsPerUnit + MICRO - 1n) / MICRO
}
