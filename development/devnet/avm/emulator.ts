import { ed25519Verifier } from '@algorandfoundation/algokit-utils/crypto'
import {
  bytesForSigning,
  groupTransactions,
  type SignedTransaction,
  Transaction,
} from '@algorandfoundation/algokit-utils/transact'
import { z } from 'zod'
import { openJournal, readJournal } from '../json-lines-journal'

type StoredTransaction = { id: string; round: bigint; bytes: Buffer }
export type SignedBytes = { signed: SignedTransaction; bytes: Buffer }

/** The emulated Algorand ledger. It is no node: no consensus, no contracts, no indexer. */
export type AvmEmulator = ReturnType<typeof openEmulator>

/** Opens the ledger kept in `file`, or begins an empty one. Fails when the file is damaged. */
export function openEmulator(file: string, nowMs: () => number) {
  const entries = readJournal(file, parseAvmJournalEntry)
  const journal = openJournal<AvmJournalEntry>(file)
  const accounts: Accounts = new Map()
  const transactions = new Map<string, StoredTransaction>()
  let origin = { round: 1000n, unixMs: nowMs() }
  let queue: Promise<unknown> = Promise.resolve()
  for (const entry of entries) remember(entry)

  function remember(entry: AvmJournalEntry): void {
    const round = BigInt(entry.round)
    for (const account of entry.accounts) accounts.set(account.address, parseAccount(account))
    for (const { id, bytes } of entry.transactions) {
      transactions.set(id, { id, round, bytes: Buffer.from(bytes, 'base64') })
    }
    origin = { round, unixMs: entry.unixMs }
  }

  const round = () => origin.round + BigInt(Math.max(0, Math.floor((nowMs() - origin.unixMs) / ROUND_MS)))

  function commit(at: bigint, draft: Draft, group: SignedBytes[]): void {
    const entry = {
      round: at.toString(),
      unixMs: nowMs(),
      transactions: group.map(({ signed, bytes }) => ({ id: signed.txn.txId(), bytes: bytes.toString('base64') })),
      accounts: draft.touched().map(([address, account]) => storedAccount(address, account)),
    }
    journal.append(entry)
    remember(entry)
  }

  const check = async (group: SignedBytes[]): Promise<Draft> => {
    const draft = draftOf(accounts)
    const hasTransaction = (id: string) => transactions.has(id)
    await applyGroup(
      group.map(({ signed }) => signed),
      draft,
      { round: round(), hasTransaction },
    )
    return draft
  }

  /** Signature checks are asynchronous, so groups take turns: each sees the state after the one before. */
  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = queue.then(run)
    queue = turn.catch(() => undefined)
    return turn
  }

  return {
    round,
    find: (address: string) => accounts.get(address) ?? null,
    findTransaction: (id: string) => transactions.get(id) ?? null,
    /** Throws a GroupRefusal when the group could not be applied now. */
    simulate: async (group: SignedBytes[]) => void (await check(group)),
    /** Applies a group in its own round. Once it returns, the outcome is on disk. Throws a GroupRefusal. */
    submit: (group: SignedBytes[]) => inTurn(async () => commit(round() + 1n, await check(group), group)),
    /** Credits an account from nowhere, opting it in to USDC. */
    fund(address: string, microAlgos: bigint, usdcAtomic: bigint): void {
      const draft = draftOf(accounts)
      const account = draft.open(address)
      account.microAlgos += microAlgos
      account.assets.set(testnet.usdcAssetId, (account.assets.get(testnet.usdcAssetId) ?? 0n) + usdcAtomic)
      commit(round() + 1n, draft, [])
    },
    advanceRounds: (rounds: bigint) => commit(round() + rounds, draftOf(accounts), []),
    close: () => journal.close(),
  }
}

const storedAccount = (address: string, { microAlgos, assets }: AvmAccount): AvmJournalEntry['accounts'][number] => ({
  address,
  microAlgos: microAlgos.toString(),
  assets: Object.fromEntries([...assets].map(([assetId, held]) => [assetId.toString(), held.toString()])),
})

const parseAccount = ({ microAlgos, assets }: AvmJournalEntry['accounts'][number]): AvmAccount => ({
  microAlgos: BigInt(microAlgos),
  assets: new Map(Object.entries(assets).map(([assetId, held]) => [BigInt(assetId), BigInt(held)])),
})

const digits = z.string().regex(/^\d+$/)

/** One line of the emulator's file: the state after a group (or the faucet), and its round. */
const journalEntrySchema = z.object({
  round: digits,
  unixMs: z.number(),
  /** Signed transactions in canonical msgpack, base64. */
  transactions: z.array(z.object({ id: z.string(), bytes: z.string() })),
  accounts: z.array(z.object({ address: z.string(), microAlgos: digits, assets: z.record(digits) })),
})

type AvmJournalEntry = z.infer<typeof journalEntrySchema>

const parseAvmJournalEntry = (line: unknown): AvmJournalEntry => journalEntrySchema.parse(line)

/** One account's balances; an asset with a zero balance is still one that it opted in to. */
type AvmAccount = { microAlgos: bigint; assets: Map<bigint, bigint> }

type Accounts = Map<string, AvmAccount>

/** Changes that are tried on copies: nothing reaches the accounts until they are committed. */
type Draft = {
  /** The account's copy in this draft; an unknown one starts empty. */
  open(address: string): AvmAccount
  touched(): [string, AvmAccount][]
}

function draftOf(accounts: Accounts): Draft {
  const copies = new Map<string, AvmAccount>()
  return {
    open(address) {
      const existing = copies.get(address)
      if (existing) return existing
      const account = accounts.get(address)
      const copy = { microAlgos: account?.microAlgos ?? 0n, assets: new Map(account?.assets ?? []) }
      copies.set(address, copy)
      return copy
    },
    touched: () => [...copies],
  }
}

/** The emulator says it is testnet, so that its transactions have the genesis that the SDK expects. */
export const testnet = {
  genesisId: 'testnet-v1.0',
  genesisHash: 'SGO1GKSzyE7IEPItTxCByw9x8FmnrCDexi9/cOUJOiI=',
  usdcAssetId: 10458941n,
} as const

const ROUND_MS = 2800
export const MINIMUM_FEE_MICRO_ALGOS = 1000n
/** The balance that an account must keep, and again for every asset that it opted in to. */
export const MINIMUM_BALANCE_MICRO_ALGOS = 100_000n

/** A transaction group that the rules refuse; the message is worded as algod's. */
export class GroupRefusal extends Error {
  override name = 'GroupRefusal'
}

/**
 * Applies a group to a draft, or throws a GroupRefusal.
 * Checked: group id, rounds, genesis, repeats, signatures, pooled fees, balances, opt-ins and minimum balances.
 * Unsupported: contracts, multisignatures, logic signatures, rekeying, closing; they are refused by name.
 */
async function applyGroup(
  group: SignedTransaction[],
  draft: Draft,
  chain: { round: bigint; hasTransaction: (id: string) => boolean },
): Promise<void> {
  requireWholeGroup(group)
  for (const signed of group) {
    await requireAcceptable(signed, chain)
    applyTransaction(signed.txn, draft)
  }
  const fees = group.reduce((sum, { txn }) => sum + (txn.fee ?? 0n), 0n)
  const needed = MINIMUM_FEE_MICRO_ALGOS * BigInt(group.length)
  if (fees < needed) throw new GroupRefusal(`txgroup had ${fees} in fees, which is less than the minimum ${needed}`)
  for (const [address, account] of draft.touched()) requireMinimumBalance(address, account)
}

function requireWholeGroup(group: SignedTransaction[]): void {
  if (group.length === 0) throw new GroupRefusal('empty transaction group')
  if (group.length > 16) throw new GroupRefusal('group size exceeds the limit of 16')
  if (group.length === 1) return
  const ungrouped = group.map(({ txn }) => new Transaction({ ...txn, group: undefined }))
  const expected = groupTransactions(ungrouped)[0]?.group ?? new Uint8Array()
  const isWhole = group.every(({ txn }) => txn.group && Buffer.from(txn.group).equals(Buffer.from(expected)))
  if (!isWhole) throw new GroupRefusal('transactionGroup: incomplete group')
}

async function requireAcceptable(
  { txn, sig, msig, lsig, authAddress }: SignedTransaction,
  chain: { round: bigint; hasTransaction: (id: string) => boolean },
): Promise<void> {
  const id = txn.txId()
  if (chain.hasTransaction(id)) throw new GroupRefusal(`transaction already in ledger: ${id}`)
  if (chain.round < txn.firstValid || chain.round > txn.lastValid) {
    throw new GroupRefusal(`txn dead: round ${chain.round} outside of ${txn.firstValid}--${txn.lastValid}`)
  }
  if (Buffer.from(txn.genesisHash ?? []).toString('base64') !== testnet.genesisHash) {
    throw new GroupRefusal(`genesis hash mismatch in ${id}`)
  }
  if (msig || lsig || authAddress) throw new GroupRefusal('only plain ed25519 signatures are emulated')
  if (txn.rekeyTo) throw new GroupRefusal('rekeying is not emulated')
  const isSigned = sig && (await ed25519Verifier(sig, bytesForSigning.transaction(txn), txn.sender.publicKey))
  if (!isSigned) throw new GroupRefusal(`signature validation failed for ${id}`)
}

function applyTransaction(txn: Transaction, draft: Draft): void {
  const id = txn.txId()
  const from = txn.sender.toString()
  spend(draft.open(from), txn.fee ?? 0n, id, from)
  if (txn.payment) {
    if (txn.payment.closeRemainderTo) throw new GroupRefusal('closing an account is not emulated')
    spend(draft.open(from), txn.payment.amount, id, from)
    draft.open(txn.payment.receiver.toString()).microAlgos += txn.payment.amount
    return
  }
  if (!txn.assetTransfer) throw new GroupRefusal(`transaction type ${txn.type} is not emulated`)
  const { assetId, amount, receiver, closeRemainderTo, assetSender } = txn.assetTransfer
  if (closeRemainderTo || assetSender) throw new GroupRefusal('closing and clawback of assets are not emulated')
  transferAsset({ id, from, to: receiver.toString(), assetId, amount }, draft)
}

function transferAsset(
  transfer: { id: string; from: string; to: string; assetId: bigint; amount: bigint },
  draft: Draft,
): void {
  const { id, from, to, assetId, amount } = transfer
  const sender = draft.open(from).assets
  if (from === to && amount === 0n) {
    sender.set(assetId, sender.get(assetId) ?? 0n)
    return
  }
  const held = sender.get(assetId)
  if (held === undefined) throw new GroupRefusal(`transaction ${id}: asset ${assetId} missing from ${from}`)
  const receiver = draft.open(to).assets
  if (!receiver.has(assetId)) {
    throw new GroupRefusal(`transaction ${id}: receiver error: must optin, asset ${assetId} missing from ${to}`)
  }
  if (held < amount) {
    throw new GroupRefusal(`transaction ${id}: underflow on subtracting ${amount} from sender amount ${held}`)
  }
  sender.set(assetId, held - amount)
  receiver.set(assetId, (receiver.get(assetId) ?? 0n) + amount)
}

function spend(account: AvmAccount, microAlgos: bigint, id: string, address: string): void {
  if (account.microAlgos < microAlgos) {
    throw new GroupRefusal(
      `transaction ${id}: overspend (account ${address}, balance ${account.microAlgos}, tried to spend ${microAlgos})`,
    )
  }
  account.microAlgos -= microAlgos
}

function requireMinimumBalance(address: string, { microAlgos, assets }: AvmAccount): void {
  const minimum = MINIMUM_BALANCE_MICRO_ALGOS * BigInt(1 + assets.size)
  const isUntouchedAndEmpty = microAlgos === 0n && assets.size === 0
  if (microAlgos < minimum && !isUntouchedAndEmpty) {
    throw new GroupRefusal(`account ${address} balance ${microAlgos} below min ${minimum} (${assets.size} assets)`)
  }
}
