import { type Address, none } from '@solana/kit'
import { getMintEncoder, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { openJournal, readJournal } from '../json-lines-journal'
import {
  createLedger,
  type Execution,
  isLandedFailure,
  type JournalEntry,
  type Ledger,
  type LedgerAccount,
  parseJournalEntry,
  type TransactionErrorJson,
  type TransactionRecord,
  tokenBalancesOf,
} from './ledger'
import { mintAuthority, USDC_DECIMALS, usdcMint } from './rpc-error'
import { createSlotClock } from './slot-clock'
import { signatureOf, type WireTransaction } from './wire-transaction'

const LAMPORTS_PER_SIGNATURE = 5000

/** The local Solana chain: its accounts, its history, and the file that both are restored from. */
export type SvmChain = Awaited<ReturnType<typeof openChain>>

/**
 * Opens the chain kept in `file`, or begins one with the USDC mint. The file holds, line by line, the state after each
 * transaction. Fails when it is damaged: a chain that forgets money must never start
 * quietly.
 */
export async function openChain(file: string, nowMs: () => number) {
  const entries = readJournal(file, parseJournalEntry)
  const journal = openJournal<JournalEntry>(file)
  let origin = entries.findLast((entry) => entry.kind === 'origin')
  if (origin === undefined) {
    const genesis = await genesisAccounts()
    // The origin comes last: a chain without it is begun again.
    origin = { kind: 'origin', slot: 1000, unixMs: nowMs() }
    for (const entry of [genesis, origin]) journal.append(entry)
    entries.push(genesis)
  }
  const clock = createSlotClock(origin, nowMs)
  const ledger = createLedger(clock, nowMs)
  const history = createHistory()
  for (const entry of entries) {
    if (entry.kind !== 'origin') for (const account of entry.accounts) ledger.put(account)
    if (entry.kind === 'transaction') history.add(entry.transaction)
  }

  type Identity = Pick<TransactionRecord, 'signature' | 'wire' | 'messageHash' | 'fee'>

  /** Runs what changes those accounts, and records it once it is part of the chain. */
  function run(addresses: Address[], change: () => { identity: Identity; execution: Execution }): Execution {
    const before = balancesOf(ledger, addresses)
    const { identity, execution } = change()
    if (execution.err !== null && !isLandedFailure(execution.err)) return execution
    const after = balancesOf(ledger, addresses)
    const transaction = {
      ...identity,
      slot: Number(clock.slot()),
      blockTime: Math.floor(nowMs() / 1000),
      addresses,
      preBalances: before.lamports,
      preTokenBalances: before.tokens,
      postBalances: after.lamports,
      postTokenBalances: after.tokens,
      ...execution,
    }
    const changing = addresses.filter((each) => isOrdinary(ledger.find(each)))
    journal.append({ kind: 'transaction', transaction, accounts: changing.map((each) => ledger.store(each)) })
    history.add(transaction)
    return execution
  }

  return {
    ledger,
    clock,
    /** Why a cluster would refuse this transaction before running it; null when it would run it. */
    ageFault({ message, messageHash }: WireTransaction): TransactionErrorJson | null {
      if (history.hasMessage(messageHash)) return 'AlreadyProcessed'
      return clock.slotOf(message.lifetimeToken) === null ? 'BlockhashNotFound' : null
    },
    /** Runs a signed transaction. Once it returns, the outcome is on disk. */
    execute(transaction: WireTransaction): Execution {
      const { wire, messageHash, message } = transaction
      const fee = LAMPORTS_PER_SIGNATURE * message.header.numSignerAccounts
      const identity = { signature: signatureOf(transaction) ?? '', wire, messageHash, fee }
      return run([...message.staticAccounts], () => ({
        identity,
        execution: ledger.execute(transaction.transaction),
      }))
    },
    airdrop(to: Address, amountLamports: bigint): string {
      let signature = ''
      run([to], () => {
        const drop = ledger.airdrop(to, amountLamports)
        signature = drop.signature
        return { identity: { signature, wire: null, messageHash: null, fee: 0 }, execution: drop.execution }
      })
      return signature
    },
    findTransaction: history.find,
    signaturesOf: history.signaturesOf,
    advanceSlots(slots: number): void {
      journal.append({ kind: 'origin', ...clock.advance(slots) })
    },
    close: () => journal.close(),
  }
}

// Programs and sysvars come with the runtime; only people's accounts are kept.
const isOrdinary = (account: LedgerAccount | null) =>
  account === null || !(account.executable || account.owner.startsWith('Sysvar'))

async function genesisAccounts(): Promise<JournalEntry> {
  const authority = await mintAuthority()
  const mint = getMintEncoder().encode({
    mintAuthority: authority.address,
    supply: 0n,
    decimals: USDC_DECIMALS,
    isInitialized: true,
    freezeAuthority: none(),
  })
  const owner = TOKEN_PROGRAM_ADDRESS as string
  const data = Buffer.from(mint).toString('base64')
  const system = '11111111111111111111111111111111'
  const accounts = [
    { address: usdcMint, lamports: '1461600', owner, data, executable: false },
    { address: authority.address, lamports: '1000000000000000', owner: system, data: '', executable: false },
  ]
  return { kind: 'accounts', accounts }
}

function createHistory() {
  const bySignature = new Map<string, TransactionRecord>()
  const byAddress = new Map<string, string[]>()
  const messages = new Set<string>()
  return {
    add(record: TransactionRecord): void {
      bySignature.set(record.signature, record)
      if (record.messageHash !== null) messages.add(record.messageHash)
      for (const each of record.addresses) {
        const signatures = byAddress.get(each) ?? []
        signatures.push(record.signature)
        byAddress.set(each, signatures)
      }
    },
    hasMessage: (messageHash: string) => messages.has(messageHash),
    find: (signature: string) => bySignature.get(signature) ?? null,
    signaturesOf: (wanted: string) => [...(byAddress.get(wanted) ?? [])].reverse(),
  }
}

function balancesOf(ledger: Ledger, addresses: Address[]) {
  const read = new Map(addresses.map((each) => [each, ledger.find(each)]))
  const find = (each: Address) => read.get(each) ?? ledger.find(each)
  return {
    lamports: addresses.map((each) => Number(read.get(each)?.lamports ?? 0n)),
    tokens: tokenBalancesOf({ find }, addresses),
  }
}
