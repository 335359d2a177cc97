import type { SignedTransaction } from '@algorandfoundation/algokit-utils/transact'
import { openJournal, readJournal, rewriteJournal } from '../json-lines-journal'
import { type Accounts, type AvmAccount, type Draft, draftOf } from './accounts'
import { ROUND_MS, testnet } from './algorand-network'
import { applyGroup } from './apply-group'
import { type AvmJournalEntry, parseAvmJournalEntry } from './journal-entry'

type StoredTransaction = { id: string; round: bigint; bytes: Buffer }
export type SignedBytes = { signed: SignedTransaction; bytes: Buffer }

/** The emulated Algorand ledger. It is no node: no consensus, no contracts, no indexer. */
export type AvmEmulator = {
  round(): bigint
  find(address: string): AvmAccount | null
  findTransaction(id: string): StoredTransaction | null
  /** Throws a GroupRefusal when the group could not be applied now. */
  simulate(group: SignedBytes[]): Promise<void>
  /** Applies a group in its own round. Once it returns, the outcome is on disk. Throws a GroupRefusal. */
  submit(group: SignedBytes[]): Promise<void>
  /** Credits an account from nowhere, opting it in to USDC. */
  fund(address: string, microAlgos: bigint, usdcAtomic: bigint): void
  advanceRounds(rounds: bigint): void
  close(): void
}

/** Opens the ledger kept in `file`, or begins an empty one. Fails when the file is damaged. */
export function openEmulator(file: string, nowMs: () => number): AvmEmulator {
  const entries = compacted(readJournal(file, parseAvmJournalEntry), nowMs())
  rewriteJournal(file, entries)
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
    find: (address) => accounts.get(address) ?? null,
    findTransaction: (id) => transactions.get(id) ?? null,
    simulate: async (group) => void (await check(group)),
    submit: (group) => inTurn(async () => commit(round() + 1n, await check(group), group)),
    fund(address, microAlgos, usdcAtomic) {
      const draft = draftOf(accounts)
      const account = draft.open(address)
      account.microAlgos += microAlgos
      account.assets.set(testnet.usdcAssetId, (account.assets.get(testnet.usdcAssetId) ?? 0n) + usdcAtomic)
      commit(round() + 1n, draft, [])
    },
    advanceRounds: (rounds) => commit(round() + rounds, draftOf(accounts), []),
    close: () => journal.close(),
  }
}

/** The same ledger in fewer lines: all transactions by round, then every account once. */
function compacted(entries: AvmJournalEntry[], nowMs: number): AvmJournalEntry[] {
  const accounts = new Map<string, AvmJournalEntry['accounts'][number]>()
  for (const entry of entries) for (const account of entry.accounts) accounts.set(account.address, account)
  const rounds = entries
    .filter(({ transactions }) => transactions.length > 0)
    .map((entry) => ({ ...entry, accounts: [] }))
  const { round, unixMs } = entries.at(-1) ?? { round: '1000', unixMs: nowMs }
  return [...rounds, { round, unixMs, transactions: [], accounts: [...accounts.values()] }]
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
