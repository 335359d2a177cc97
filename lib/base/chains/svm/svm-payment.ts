import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { type Address, address, getAddressDecoder, getBase58Decoder, getBase58Encoder } from '@solana/kit'
import { TOKEN_PROGRAM_ADDRESS, TRANSFER_CHECKED_DISCRIMINATOR } from '@solana-program/token'
import { z } from 'zod'
import { reasons } from '@/lib/base/x402/reasons'
import { PayloadError } from '../errors'
import { computeBudgetOf } from './svm-rpc'
import {
  MAX_TRANSACTION_BYTES,
  readSvmTransaction,
  type SvmTransaction,
  withFeePayerSignature,
} from './svm-transaction'

/** A partially signed Solana transaction whose third instruction moves tokens, as `exact` prescribes. */
export type SvmPayment = ReturnType<typeof parseSvmPayment>

export const TOKEN_2022_PROGRAM_ADDRESS = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')

export const TRANSFER_POSITION = 2
const TRANSFER_ACCOUNTS = 4
const TRANSFER_DATA_BYTES = 10

const shape = z.object({
  transaction: z
    .string()
    .max(Math.ceil(MAX_TRANSACTION_BYTES / 3) * 4)
    .regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/),
})

/** Parses the `payload` field of a Solana payment. Fails with the SDK's reasons, whatever the bytes are. */
export function parseSvmPayment(payload: unknown) {
  const parsed = shape.safeParse(payload)
  if (!parsed.success) throw new PayloadError(reasons.invalidPayload, 'Expected a base64 Solana transaction.')
  const transaction = decodeTransaction(parsed.data.transaction)
  return {
    ...readTransfer(transaction),
    feePayer: accountAt(transaction, 0),
    /** SHA-256 of the message in hex: its identity, with any signatures. */
    messageHash: createHash('sha256').update(transaction.messageBytes).digest('hex'),
    transaction,
    computeBudget: computeBudgetOf(transaction),
    /** Accounts and programs that its instructions name. Accounts of lookup tables, which never sign, are left out. */
    named: listNamed(transaction),
  }
}

function decodeTransaction(encoded: string): SvmTransaction {
  try {
    return readSvmTransaction(Buffer.from(encoded, 'base64'))
  } catch {
    // Any failure to decode has one meaning. Other bytes for the same transfer would make another identity of it.
    throw new PayloadError(
      'invalid_exact_svm_payload_transaction_could_not_be_decoded',
      'Expected the bytes of one Solana transaction.',
    )
  }
}

function readTransfer(transaction: SvmTransaction) {
  const { program, accounts, data } = transaction.instructions[TRANSFER_POSITION] ?? {}
  if (program === undefined || !accounts || !data) throw noTransfer()
  if (accounts.length < TRANSFER_ACCOUNTS || data.length < TRANSFER_DATA_BYTES) throw noTransfer()
  const tokenProgram = accountAt(transaction, program)
  const isToken = tokenProgram === TOKEN_PROGRAM_ADDRESS || tokenProgram === TOKEN_2022_PROGRAM_ADDRESS
  if (!isToken || data[0] !== TRANSFER_CHECKED_DISCRIMINATOR) throw noTransfer()
  const [source, mint, destination, authority] = [...accounts].map((place) => accountAt(transaction, place))
  if (!source || !mint || !destination || !authority) throw noTransfer()
  return { tokenProgram, mint, source, destination, payer: authority, amountAtomic: data.readBigUInt64LE(1) }
}

/** Accounts from lookup tables are refused: reading them needs the chain. */
function accountAt({ accounts }: SvmTransaction, place: number): Address {
  const account = accounts[place]
  if (account) return account
  throw noTransfer()
}

function listNamed({ instructions, accounts }: SvmTransaction): Set<Address> {
  const places = instructions.flatMap(({ program, accounts: named }) => [program, ...named])
  return new Set(places.flatMap((place) => accounts[place] ?? []))
}

const noTransfer = () =>
  new PayloadError(
    'invalid_exact_svm_payload_no_transfer_instruction',
    'Expected a TransferChecked of the token program as the third instruction.',
  )

/** A fully signed transaction; `signature` identifies it and is known before it is sent. */
type SignedSvmTransaction = { signature: string; transaction: string }

/** A wallet that pays Solana fees. It adds its signature to what the payer signed and changes nothing else. */
export type SvmFeePayer = {
  address: Address
  /** Takes a transaction whose fee payer it is, in base64. */
  sign: (transaction: string) => SignedSvmTransaction
}

const base58 = { toText: getBase58Decoder(), toBytes: getBase58Encoder() }

/**
 * Takes the 64-byte secret key in base58, as Solana wallets export it. Fails with a plain message, which never repeats
 * the key, when it has another form.
 */
export function openSvmFeePayer(secretKey: string): SvmFeePayer {
  const { address, key } = readKey(secretKey)
  return {
    address,
    sign(transaction) {
      const bytes = Buffer.from(transaction, 'base64')
      const { messageBytes, signers } = readSvmTransaction(bytes)
      if (signers[0]?.address !== address) throw new Error('Expected a transaction whose fees this wallet pays.')
      const signature = sign(null, messageBytes, key)
      return {
        signature: base58.toText.decode(signature),
        transaction: withFeePayerSignature(bytes, signature).toString('base64'),
      }
    },
  }
}

const SEED_BYTES = 32
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

function readKey(secretKey: string): { address: Address; key: KeyObject } {
  try {
    const bytes = Buffer.from(base58.toBytes.encode(secretKey))
    const seed = bytes.subarray(0, SEED_BYTES)
    const key = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' })
    const publicKey = Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url')
    if (Buffer.concat([seed, publicKey]).equals(bytes)) return { address: getAddressDecoder().decode(publicKey), key }
  } catch {
    // One sentence for every fault, below.
  }
  throw new Error('Expected a Solana fee payer key of 64 bytes in base58.')
}
