import { type Address, address, getBase58Decoder, type Lamports, lamports, type Transaction } from '@solana/kit'
import {
  getMintDecoder,
  getMintSize,
  getTokenDecoder,
  getTokenSize,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { FailedTransactionMetadata, LiteSVM, type TransactionMetadata } from 'litesvm'
import { z } from 'zod'
import type { SlotClock } from './slot-clock'

export type TransactionErrorJson = string | { [name: string]: unknown }

/** Whether a transaction with this error is still part of the chain: it ran, failed, and paid its fee. */
export const isLandedFailure = (error: TransactionErrorJson): boolean => typeof error === 'object'

export type Execution = {
  err: TransactionErrorJson | null
  logMessages: string[]
  innerInstructions: InnerInstructions
  computeUnitsConsumed: number
}

export type LedgerAccount = { lamports: bigint; owner: Address; data: Uint8Array; executable: boolean }

/** The accounts, and the Solana runtime that changes them. */
export type Ledger = ReturnType<typeof createLedger>

/**
 * Wraps litesvm, the real runtime. It knows only its newest block hash and keeps no status cache, so callers check
 * signatures, ages and repeats before they execute.
 */
export function createLedger(clock: SlotClock, nowMs: () => number) {
  const svm = new LiteSVM().withBlockhashCheck(false).withSigverify(false).withTransactionHistory(0n)

  function setTime(): void {
    const sysvar = svm.getClock()
    sysvar.slot = clock.slot()
    sysvar.unixTimestamp = BigInt(Math.floor(nowMs() / 1000))
    svm.setClock(sysvar)
  }

  /** Programs never change here, and each copy of one out of the runtime costs as much as a payment. */
  const programs = new Map<Address, LedgerAccount>()

  function find(wanted: Address): LedgerAccount | null {
    return programs.get(wanted) ?? read(wanted)
  }

  function read(wanted: Address): LedgerAccount | null {
    const account = svm.getAccount(wanted)
    if (!account.exists || account.lamports === 0n) return null
    const { programAddress, data, executable } = account
    const found = { lamports: account.lamports, owner: programAddress, data: new Uint8Array(data), executable }
    if (executable) programs.set(wanted, found)
    return found
  }

  return {
    find,
    put(stored: StoredAccount) {
      const data = new Uint8Array(Buffer.from(stored.data, 'base64'))
      svm.setAccount({
        address: address(stored.address),
        lamports: lamports(BigInt(stored.lamports)),
        programAddress: address(stored.owner),
        data,
        executable: stored.executable,
        space: BigInt(data.length),
      })
    },
    /** The account as it would be stored; a closed or absent one with zero lamports. */
    store(wanted: Address): StoredAccount {
      const account = find(wanted)
      if (account === null) return { ...closedAccount, address: wanted }
      const { owner, executable } = account
      const data = Buffer.from(account.data).toString('base64')
      return { address: wanted, lamports: String(account.lamports), owner, data, executable }
    },
    simulate(transaction: Transaction): Execution {
      setTime()
      const result = svm.simulateTransaction(transaction)
      return result instanceof FailedTransactionMetadata ? failed(result) : succeeded(result.meta())
    },
    execute(transaction: Transaction): Execution {
      setTime()
      return executionOf(svm.sendTransaction(transaction))
    },
    /** Fails when the amount is more than the runtime has to give. Returns the signature of its transaction. */
    airdrop(to: Address, amountLamports: bigint) {
      // A fresh block hash makes equal airdrops different transactions.
      svm.expireBlockhash()
      const result = svm.airdrop(to, lamports(amountLamports) as Lamports)
      if (result === null) throw new Error('The airdrop was not executed.')
      const meta = result instanceof FailedTransactionMetadata ? result.meta() : result
      return { signature: getBase58Decoder().decode(meta.signature()), execution: executionOf(result) }
    },
  }
}

const closedAccount = { lamports: '0', owner: '11111111111111111111111111111111', data: '', executable: false }

function executionOf(result: TransactionMetadata | FailedTransactionMetadata): Execution {
  return result instanceof FailedTransactionMetadata ? failed(result) : succeeded(result)
}

const succeeded = (meta: TransactionMetadata): Execution => ({ err: null, ...traceOf(meta) })

const failed = (result: FailedTransactionMetadata): Execution => ({
  err: transactionErrorJson(result.toString()),
  ...traceOf(result.meta()),
})

/** The cluster's JSON form of an error, from litesvm's text: in its values, an error without fields is a number. */
function transactionErrorJson(text: string): TransactionErrorJson {
  const [, name = 'Unknown', fields = ''] = /\{ err: (\w+)(.*?), meta: /s.exec(text) ?? []
  const [, index, instructionError = '', code] = /^\((\d+), (\w+)(?:\((\d+)\))?/.exec(fields) ?? []
  if (index !== undefined) {
    const error = code === undefined ? instructionError : { [instructionError]: Number(code) }
    return { InstructionError: [Number(index), error] }
  }
  const [field] = /\d+/.exec(fields) ?? []
  if (field === undefined) return name
  return { [name]: name === 'InsufficientFundsForRent' ? { account_index: Number(field) } : Number(field) }
}

function traceOf(meta: TransactionMetadata): Omit<Execution, 'err'> {
  const innerInstructions = meta.innerInstructions().map((instructions, index) => ({
    index,
    instructions: instructions.map((inner) => {
      const instruction = inner.instruction()
      return {
        programIdIndex: instruction.programIdIndex(),
        accounts: [...instruction.accounts()],
        data: getBase58Decoder().decode(instruction.data()),
        stackHeight: inner.stackHeight(),
      }
    }),
  }))
  return {
    logMessages: meta.logs(),
    innerInstructions: innerInstructions.filter(({ instructions }) => instructions.length > 0),
    computeUnitsConsumed: Number(meta.computeUnitsConsumed()),
  }
}

export type TokenAmount = LedgerTokenBalance['uiTokenAmount']

/** An amount as the RPC writes it: exact digits, and a rounded number for display. */
export function tokenAmount(amountAtomic: bigint, decimals: number): TokenAmount {
  const digits = amountAtomic.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = decimals === 0 ? '' : digits.slice(-decimals).replace(/0+$/, '')
  const uiAmountString = fraction === '' ? whole : `${whole}.${fraction}`
  return { amount: amountAtomic.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString }
}

/** Reads an account as an SPL token account; null when it is something else. */
export function parseTokenAccount(account: LedgerAccount | null) {
  if (account === null || account.owner !== TOKEN_PROGRAM_ADDRESS || account.data.length !== getTokenSize()) return null
  return getTokenDecoder().decode(account.data)
}

export function parseMint(account: LedgerAccount | null) {
  if (account === null || account.owner !== TOKEN_PROGRAM_ADDRESS || account.data.length !== getMintSize()) return null
  return getMintDecoder().decode(account.data)
}

/** The balance of each token account among `addresses`, in the form of a transaction's meta data. */
export function tokenBalancesOf(ledger: Pick<Ledger, 'find'>, addresses: Address[]): LedgerTokenBalance[] {
  return addresses.flatMap((each, accountIndex) => {
    const token = parseTokenAccount(ledger.find(each))
    if (token === null) return []
    const { mint, owner, amount } = token
    const decimals = parseMint(ledger.find(mint))?.decimals ?? 0
    const uiTokenAmount = tokenAmount(amount, decimals)
    return [{ accountIndex, mint, owner, programId: TOKEN_PROGRAM_ADDRESS as string, uiTokenAmount }]
  })
}

/** An account in the journal; lamports of zero mean that it was closed. */
const accountSchema = z.object({
  address: z.string(),
  lamports: z.string().regex(/^\d+$/),
  owner: z.string(),
  data: z.string(),
  executable: z.boolean(),
})

const innerInstructionSchema = z.object({
  programIdIndex: z.number(),
  accounts: z.array(z.number()),
  data: z.string(),
  stackHeight: z.number(),
})

const tokenBalanceSchema = z.object({
  accountIndex: z.number(),
  mint: z.string(),
  owner: z.string(),
  programId: z.string(),
  uiTokenAmount: z.object({
    amount: z.string(),
    decimals: z.number(),
    uiAmount: z.number(),
    uiAmountString: z.string(),
  }),
})

const transactionSchema = z.object({
  signature: z.string(),
  /** Base64; null for an airdrop, whose bytes litesvm keeps to itself. */
  wire: z.string().nullable(),
  messageHash: z.string().nullable(),
  slot: z.number(),
  blockTime: z.number(),
  err: z.union([z.string(), z.record(z.unknown())]).nullable(),
  fee: z.number(),
  addresses: z.array(z.string()),
  preBalances: z.array(z.number()),
  postBalances: z.array(z.number()),
  preTokenBalances: z.array(tokenBalanceSchema),
  postTokenBalances: z.array(tokenBalanceSchema),
  logMessages: z.array(z.string()),
  innerInstructions: z.array(z.object({ index: z.number(), instructions: z.array(innerInstructionSchema) })),
  computeUnitsConsumed: z.number(),
})

const journalEntrySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('origin'), slot: z.number(), unixMs: z.number() }),
  z.object({ kind: z.literal('accounts'), accounts: z.array(accountSchema) }),
  z.object({ kind: z.literal('transaction'), transaction: transactionSchema, accounts: z.array(accountSchema) }),
])

export type JournalEntry = z.infer<typeof journalEntrySchema>
export type StoredAccount = z.infer<typeof accountSchema>
export type TransactionRecord = z.infer<typeof transactionSchema>
export type LedgerTokenBalance = z.infer<typeof tokenBalanceSchema>
type InnerInstructions = TransactionRecord['innerInstructions']

export const parseJournalEntry = (line: unknown): JournalEntry => journalEntrySchema.parse(line)
