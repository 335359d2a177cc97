import { createHash } from 'node:crypto'
import {
  type Address,
  address,
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
  type Transaction,
} from '@solana/kit'
import {
  getTransferCheckedInstructionDataDecoder,
  TOKEN_PROGRAM_ADDRESS,
  TRANSFER_CHECKED_DISCRIMINATOR,
} from '@solana-program/token'
import { z } from 'zod'
import { reasons } from '@/lib/base/x402/reasons'
import { PayloadError } from '../errors'
import { computeBudgetOf, type SvmComputeBudget } from './svm-fee'

/** A partially signed Solana transaction whose third instruction moves tokens, as `exact` prescribes. */
export type SvmPayment = {
  payer: Address
  feePayer: Address
  mint: Address
  source: Address
  destination: Address
  tokenProgram: Address
  amountAtomic: bigint
  /** SHA-256 of the message in hex: its identity, with any signatures. */
  messageHash: string
  messageBytes: Uint8Array
  blockhash: string
  /** Over the message; null when it is missing. */
  payerSignature: Uint8Array | null
  computeBudget: SvmComputeBudget
  /** Accounts and programs that its instructions name. Accounts of lookup tables, which never sign, are left out. */
  named: ReadonlySet<Address>
}

export const TOKEN_2022_PROGRAM_ADDRESS = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')

const MAX_TRANSACTION_BYTES = 1_232
const TRANSFER_POSITION = 2
const TRANSFER_ACCOUNTS = 4
const TRANSFER_DATA_BYTES = 10

const shape = z.object({
  transaction: z
    .string()
    .max(Math.ceil(MAX_TRANSACTION_BYTES / 3) * 4)
    .regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/),
})

const transactionDecoder = getTransactionDecoder()
const messageDecoder = getCompiledTransactionMessageDecoder()
const messageEncoder = getCompiledTransactionMessageEncoder()
const transferDecoder = getTransferCheckedInstructionDataDecoder()

type Message = CompiledTransactionMessage & CompiledTransactionMessageWithLifetime

/** Parses the `payload` field of a Solana payment. Fails with the SDK's reasons, whatever the bytes are. */
export function parseSvmPayment(payload: unknown): SvmPayment {
  const parsed = shape.safeParse(payload)
  if (!parsed.success) throw new PayloadError(reasons.invalidPayload, 'Expected a base64 Solana transaction.')
  const { transaction, message } = decodeTransaction(Buffer.from(parsed.data.transaction, 'base64'))
  const transfer = readTransfer(message)
  const messageBytes = Uint8Array.from(transaction.messageBytes)
  return {
    ...transfer,
    feePayer: accountAt(message, 0),
    messageBytes,
    messageHash: createHash('sha256').update(messageBytes).digest('hex'),
    blockhash: message.lifetimeToken,
    payerSignature: transaction.signatures[transfer.payer] ?? null,
    computeBudget: computeBudgetOf(message),
    named: listNamed(message),
  }
}

function decodeTransaction(bytes: Uint8Array): { transaction: Transaction; message: Message } {
  try {
    const transaction = transactionDecoder.decode(bytes)
    const message = messageDecoder.decode(transaction.messageBytes)
    // Bytes after the message would make another identity for the same transfer.
    const canonical = messageEncoder.encode(message)
    if (Buffer.compare(Uint8Array.from(canonical), Uint8Array.from(transaction.messageBytes)) === 0) {
      return { transaction, message }
    }
  } catch {
    // Any failure to decode has one meaning, below.
  }
  throw new PayloadError(
    'invalid_exact_svm_payload_transaction_could_not_be_decoded',
    'Expected the bytes of one Solana transaction.',
  )
}

function readTransfer(message: Message) {
  const instruction = message.instructions[TRANSFER_POSITION]
  const accounts = instruction?.accountIndices ?? []
  const data = instruction?.data
  if (!instruction || !data || accounts.length < TRANSFER_ACCOUNTS || data.length < TRANSFER_DATA_BYTES) {
    throw noTransfer()
  }
  const tokenProgram = accountAt(message, instruction.programAddressIndex)
  const isToken = tokenProgram === TOKEN_PROGRAM_ADDRESS || tokenProgram === TOKEN_2022_PROGRAM_ADDRESS
  if (!isToken || data[0] !== TRANSFER_CHECKED_DISCRIMINATOR) throw noTransfer()
  const [source, mint, destination, authority] = accounts.map((index) => accountAt(message, index))
  if (!source || !mint || !destination || !authority) throw noTransfer()
  return {
    tokenProgram,
    mint,
    source,
    destination,
    payer: authority,
    amountAtomic: transferDecoder.decode(data).amount,
  }
}

/** Accounts from lookup tables are refused: reading them needs the chain. */
function accountAt(message: Message, index: number): Address {
  const account = message.staticAccounts[index]
  if (account) return account
  throw noTransfer()
}

function listNamed({ instructions, staticAccounts }: Message): Set<Address> {
  const indices = instructions.flatMap(({ programAddressIndex, accountIndices = [] }) => [
    programAddressIndex,
    ...accountIndices,
  ])
  return new Set(indices.flatMap((index) => staticAccounts[index] ?? []))
}

const noTransfer = () =>
  new PayloadError(
    'invalid_exact_svm_payload_no_transfer_instruction',
    'Expected a TransferChecked of the token program as the third instruction.',
  )
