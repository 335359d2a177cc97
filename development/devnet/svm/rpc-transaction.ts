import { getBase58Decoder, getBase58Encoder } from '@solana/kit'
import type { SvmChain } from './chain'
import type { Execution, TransactionErrorJson, TransactionRecord } from './ledger'
import { invalidParams, RpcError } from './rpc-error'
import { BLOCKHASH_LIFETIME_SLOTS } from './slot-clock'
import { isFullySigned, parseWireTransaction, signatureOf, type WireTransaction } from './wire-transaction'

type Options = Record<string, unknown>

const notExecuted = { logMessages: [], innerInstructions: [], computeUnitsConsumed: 0 }

/** `sendTransaction`: the answer comes after the outcome is on disk. */
export function sendTransaction(chain: SvmChain, wire: unknown, options: Options): string {
  const transaction = parseWireTransaction(wire, options.encoding)
  const signature = signatureOf(transaction)
  if (signature === null || !isFullySigned(transaction)) {
    throw new RpcError(-32003, 'Transaction signature verification failure')
  }
  const ageFault = chain.ageFault(transaction)
  if (options.skipPreflight !== true) {
    const preflight = ageFault === null ? chain.ledger.simulate(transaction.transaction) : refusedEarly(ageFault)
    if (preflight.err !== null) {
      const message = `Transaction simulation failed: ${describe(preflight.err)}`
      throw new RpcError(-32002, message, simulationJson(preflight, {}))
    }
  }
  // A cluster silently drops an old or repeated transaction: the caller sees no new status.
  if (ageFault === null) chain.execute(transaction)
  return signature
}

export function simulateTransaction(chain: SvmChain, wire: unknown, options: Options) {
  const transaction = parseWireTransaction(wire, options.encoding)
  if (options.sigVerify === true && options.replaceRecentBlockhash === true) {
    throw invalidParams('sigVerify may not be used with replaceRecentBlockhash')
  }
  const execution = simulate(chain, transaction, options)
  if (options.replaceRecentBlockhash !== true) return simulationJson(execution, options)
  const lastValidBlockHeight = chain.clock.blockHeight() + BLOCKHASH_LIFETIME_SLOTS
  return {
    ...simulationJson(execution, options),
    replacementBlockhash: { blockhash: chain.clock.latestBlockhash(), lastValidBlockHeight },
  }
}

function simulate(chain: SvmChain, transaction: WireTransaction, options: Options): Execution {
  if (options.sigVerify === true && !isFullySigned(transaction)) return refusedEarly('SignatureFailure')
  const ageFault = options.replaceRecentBlockhash === true ? null : chain.ageFault(transaction)
  return ageFault === null ? chain.ledger.simulate(transaction.transaction) : refusedEarly(ageFault)
}

const refusedEarly = (err: TransactionErrorJson): Execution => ({ err, ...notExecuted })

const describe = (err: TransactionErrorJson) =>
  typeof err === 'string' ? err : `Error processing Instruction: ${JSON.stringify(err)}`

function simulationJson(execution: Execution, options: Options) {
  return {
    err: execution.err,
    logs: execution.logMessages,
    accounts: null,
    unitsConsumed: execution.computeUnitsConsumed,
    returnData: null,
    ...(options.innerInstructions === true ? { innerInstructions: execution.innerInstructions } : {}),
  }
}

/** `getTransaction`'s answer, in `base64` or `json` (default). */
export function transactionJson(record: TransactionRecord | null, encoding: unknown = 'json') {
  if (record === null || record.wire === null) return null
  const transaction = parseWireTransaction(record.wire, 'base64')
  const { slot, blockTime, err, fee, logMessages, innerInstructions, computeUnitsConsumed } = record
  const { preBalances, postBalances, preTokenBalances, postTokenBalances } = record
  const meta = {
    err,
    status: err === null ? { Ok: null } : { Err: err },
    fee,
    preBalances,
    postBalances,
    preTokenBalances,
    postTokenBalances,
    logMessages,
    innerInstructions,
    computeUnitsConsumed,
    loadedAddresses: { readonly: [], writable: [] },
    rewards: [],
  }
  const { version } = transaction.message
  return { slot, blockTime, version, meta, transaction: encodedTransaction(transaction, record.wire, encoding) }
}

function encodedTransaction(transaction: WireTransaction, wire: string, encoding: unknown) {
  if (encoding === 'base64') return [wire, 'base64']
  const { message } = transaction
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = message.header
  return {
    signatures: Object.values(transaction.transaction.signatures).map((bytes) =>
      bytes === null ? null : getBase58Decoder().decode(bytes),
    ),
    message: {
      header: {
        numRequiredSignatures: numSignerAccounts,
        numReadonlySignedAccounts: numReadonlySignerAccounts,
        numReadonlyUnsignedAccounts: numReadonlyNonSignerAccounts,
      },
      accountKeys: message.staticAccounts,
      recentBlockhash: message.lifetimeToken,
      instructions: message.instructions.map((instruction) => ({
        programIdIndex: instruction.programAddressIndex,
        accounts: instruction.accountIndices ?? [],
        data: getBase58Decoder().decode(instruction.data ?? new Uint8Array()),
        stackHeight: 1,
      })),
    },
  }
}

/** One row of `getSignatureStatuses`. Every block of the local chain is final at once. */
export function signatureStatus(record: TransactionRecord | null) {
  if (record === null) return null
  const status = record.err === null ? { Ok: null } : { Err: record.err }
  return { slot: record.slot, confirmations: null, err: record.err, status, confirmationStatus: 'finalized' }
}

/** `getSignaturesForAddress`: newest first, between `before` and `until`, both exclusive. */
export function signaturesForAddress(chain: SvmChain, address: string, options: Options) {
  const limit = options.limit === undefined ? 1000 : Number(options.limit)
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000) throw invalidParams('limit must be between 1 and 1000')
  const all = chain.signaturesOf(address)
  const start = typeof options.before === 'string' ? all.indexOf(options.before) + 1 : 0
  const end = typeof options.until === 'string' ? all.indexOf(options.until) : -1
  const wanted = all.slice(start, end === -1 ? undefined : end).slice(0, limit)
  return wanted.flatMap((signature) => {
    const record = chain.findTransaction(signature)
    if (record === null) return []
    const { slot, blockTime, err } = record
    return [{ signature, slot, blockTime, err, memo: null, confirmationStatus: 'finalized' }]
  })
}

/** Decodes a base58 text of exactly `bytes` bytes, or fails as the RPC does. */
export function requireBase58(text: unknown, bytes: number, what: string): string {
  try {
    if (typeof text === 'string' && getBase58Encoder().encode(text).length === bytes) return text
  } catch {
    // Not base58: reported below.
  }
  throw invalidParams(`expected ${what} in base58`)
}
