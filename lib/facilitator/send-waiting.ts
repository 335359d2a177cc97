import { randomUUID } from 'node:crypto'
import type { SendResult, SettlementChain, SignedTransaction } from '@/lib/base/chains/settlement/settlement-chain'
import { isSignerError } from '@/lib/base/chains/signers/remote-key'
import { within } from '@/lib/base/infra/concurrency'
import { type GasRotation, unsigned } from './gas-wallets'
import { listClaimed, storeTransaction } from './ledger/store-transaction'
import type {
  OpenTransaction,
  SettlementEnd,
  Submission,
  SubmissionOutcome,
  SubmittedTransaction,
  Tell,
} from './settlement-end'
import type { WalletNonces } from './wallet-nonces'
import type { WatchTools } from './watch-transaction'

/** Instances may meet on a wallet; each lost race means that one of them went ahead. */
const MAX_NONCE_RACES = 50

export type SendTools = {
  tools: WatchTools
  nonces: WalletNonces
  wallets: GasRotation
  watch(transaction: OpenTransaction, hasSent: boolean, tell: Tell): Promise<SettlementEnd[] | null>
  wallet: string
}

/** Sends the waiting work of one wallet: everything that can share a transaction in one, the rest one by one. */
export async function sendWaiting(sending: SendTools, works: Submission[]): Promise<SubmissionOutcome[]> {
  const { chain } = sending.tools
  const waiting = works.map(({ prepared }) => prepared)
  // Asked together with the next, in one request.
  const asked = readBalance(chain, sending.wallet)
  // A settlement that could share a transaction when it was verified may need its own by now.
  const checked = (await chain.separate?.(waiting)) ?? waiting
  const results: SubmissionOutcome[] = works.map(() => null)
  const keys = new Set<string>()
  const open = checked.flatMap((prepared, place) => {
    if (prepared.isRefused) {
      results[place] = prepared
      return []
    }
    // Of two calls with one authorization either may hold it: which one, the statement that stores a transaction tells.
    const isRepeat = keys.has(prepared.key)
    keys.add(prepared.key)
    return [{ place, isRepeat, work: { ...(works[place] as Submission), prepared } }] // One per work.
  })
  const shared = open.filter(({ work, isRepeat }) => work.prepared.isBatchable && !isRepeat)
  const single = open.filter((entry) => !shared.includes(entry)).map((entry) => [entry])
  const room = (await chain.maxBatch?.()) ?? 1
  let balance = await asked
  const groups = [...chunksOf(shared, room), ...single]
  for (let group = groups.shift(); group; group = groups.shift()) {
    const works = group.map(({ work }) => work)
    const { submitted, held, maxCost } = await sendGroup({ ...sending, balance }, works)
    if (submitted === tooDear) {
      // The wallet can pay for some of them.
      groups.unshift(...chunksOf(group, Math.ceil(group.length / 2)))
      continue
    }
    if (balance !== null) balance -= maxCost ?? 0n
    for (const { place, work } of group) results[place] = held.has(work) ? submitted : null
  }
  return results
}

function chunksOf<T>(entries: T[], size: number): T[][] {
  const count = Math.ceil(entries.length / size)
  return Array.from({ length: count }, (_, index) => entries.slice(index * size, (index + 1) * size))
}

const tooDear = 'too dear' as const

/**
 * Signs and stores one transaction, then sends it. Settlements whose claim was lost are left out. Several that cost more
 * than the wallet holds are `too dear` together; for a single one the wallet is dry.
 */
async function sendGroup(sending: SendTools & { balance: bigint | null }, group: Submission[]) {
  const { tools, nonces, wallets, wallet, balance } = sending
  const { chain } = tools
  let held = new Set(group)
  for (let race = 0; race < MAX_NONCE_RACES; race += 1) {
    const submissions = [...held]
    if (submissions.length === 0) return { submitted: null, held }
    const id = randomUUID()
    const claims = submissions.map(({ claim }) => claim)
    const { answer, nonce, signed, refusal } = await nonces.use(wallet, async ({ nonce, turn }) => {
      const signed = await signOrNot(chain, submissions, { wallet, nonce })
      if (!signed) return { answer: 'refused' as const, refusal: unsigned }
      const isShort = balance !== null && balance < (signed.maxCost ?? 0n)
      const refusal = isShort && (submissions.length > 1 ? tooDear : wallets.runDry(wallet))
      if (refusal) return { answer: 'refused' as const, refusal }
      const transaction = { id, network: chain.network, wallet, nonce, signed, claims }
      return { answer: await storeTransaction(turn ?? tools.database, transaction), nonce, signed }
    })
    if (refusal) return { submitted: refusal, held }
    if (answer === 'stored') {
      const submitted = await sendStored(sending, { id, nonce, signed, submissions })
      return { submitted, held, maxCost: signed.maxCost }
    }
    if (answer === 'raced') continue
    const keys = await listClaimed(tools.database, claims)
    held = new Set(submissions.filter(({ claim }) => keys.has(claim.key)))
  }
  throw new Error('Expected to win a nonce after many attempts.')
}

const BALANCE_TIME_MS = 500

/** Null where the network does not tell in time, or tells with its verdict: then sending finds out. */
const readBalance = async (chain: SettlementChain, wallet: string) =>
  chain.readBalance ? within(BALANCE_TIME_MS, chain.readBalance(wallet)).catch(() => null) : null

/** Null where others keep the key and do not sign; the gas wallets tell why. */
const signOrNot = (chain: SettlementChain, submissions: Submission[], slot: { wallet: string; nonce: bigint | null }) =>
  chain
    .sign(
      submissions.map(({ prepared }) => prepared),
      slot,
    )
    .catch((error: unknown) => {
      if (isSignerError(error)) return null
      throw error
    })

type WaitingTransaction = { id: string; nonce: bigint | null; signed: SignedTransaction; submissions: Submission[] }

async function sendStored(
  { tools, watch, wallet }: SendTools,
  stored: WaitingTransaction,
): Promise<SubmittedTransaction> {
  const { network } = tools.chain
  const { id, nonce, signed, submissions } = stored
  const result = await sendFirst(tools, signed.raw)
  if ('message' in result) {
    tools.log.warn({ network, wallet, answer: result.message }, 'settle: the node refuses the transaction for now')
  }
  const sent = { wallet, nonce, hashes: [signed.hash], raw: signed.raw, lastValidHeight: signed.lastValidHeight }
  const settlements = submissions.map(({ ledger }) => ledger)
  let tell: Tell = () => {}
  const seenOnChain = new Promise<SettlementEnd[] | null>((resolve) => {
    tell = resolve
  })
  const ended = watch({ id, network, sent, settlements }, result.kind === 'accepted', tell)
  void ended.then(tell)
  return { isRefused: false, transactionId: id, hash: signed.hash, ended, seenOnChain }
}

/** A transaction without an answer in time counts as sent: its watch finds out. */
async function sendFirst({ chain, limits }: WatchTools, raw: string): Promise<SendResult> {
  return (await within(limits.gatheringMs, chain.send(raw))) ?? { kind: 'accepted' }
}
