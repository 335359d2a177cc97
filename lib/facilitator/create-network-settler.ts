import { randomUUID } from 'node:crypto'
import type {
  LedgerAuthorization,
  PreparedSettlement,
  Refusal,
  SendResult,
  SettlementChain,
  SignedTransaction,
} from '@/lib/base/chains/settlement/settlement-chain'
import { isSignerError } from '@/lib/base/chains/signers/signer-error'
import { coalesce } from '@/lib/base/infra/coalesce'
import { traced } from '@/lib/base/infra/traced'
import { within } from '@/lib/base/infra/within'
import { reasons } from '@/lib/base/x402/reasons'
import { type Admission, type AdmissionVerdict, admitPayments } from './admit-payments'
import { createGasBudget, type GasBudget } from './gas-budget'
import { createGasWallets, empty, type GasWallets, unsigned } from './gas-wallets'
import { type ClaimVerdict, claimReserved, type ReservedClaim } from './ledger/reserve-authorizations'
import { listClaimed, type SettlementClaim, storeTransaction } from './ledger/store-transaction'
import { createPayerOrder } from './payer-order'
import type { FacilitatorDeps, FacilitatorLimits } from './ports'
import type { OpenTransaction, SettleAlone, SettlementEnd } from './settlement-end'
import { createWalletNonces } from './wallet-nonces'
import type { WatchTools } from './watch-tools'
import { watchTransaction } from './watch-transaction'

type Submission = { prepared: PreparedSettlement; claim: SettlementClaim; ledger: LedgerAuthorization }

/** A stored transaction on its way; `ended` is null when the process stops watching first. */
export type SubmittedTransaction = {
  isRefused: false
  transactionId: string
  hash: string
  ended: Promise<SettlementEnd[] | null>
}

/** All work on one network; waiting work is joined into fewer calls. */
export type NetworkSettler = {
  chain: SettlementChain
  admit(admission: Admission): Promise<AdmissionVerdict>
  claim(claim: ReservedClaim): Promise<ClaimVerdict>
  /** Null when the claim was lost, refused when it would fail even in its own transaction; nothing was sent then. */
  submit(submission: Submission): Promise<SubmittedTransaction | Refusal | null>
  /** Takes up a stored transaction again; null when this process watches it already. */
  resume(transaction: OpenTransaction): Promise<SettlementEnd[] | null> | null
  budget: GasBudget
  wallets: GasWallets
  openIds(): string[]
  stop(): void
}

const MAX_ADMISSIONS = 100
const MAX_CLAIMS = 200
const MAX_PARALLEL_SENDS = 32

/** Open transactions of a wallet before another one is used: settlements of one wallet can share a transaction. */
const MANY_OPEN = 8

/** Other instances on the same wallet take nonces too; each lost race means that one of them went ahead. */
const MAX_NONCE_RACES = 50

export function createNetworkSettler(
  deps: FacilitatorDeps,
  limits: FacilitatorLimits,
  chain: SettlementChain,
): NetworkSettler {
  const settleAlone: SettleAlone = async (open, ledger) => {
    const { key } = ledger.authorization
    const transaction = open.sent.hashes[0] ?? ''
    const prepared = await chain.takeOut?.(open.sent.raw, ledger.authorization)
    if (!prepared) return { key, state: 'refused', reason: reasons.invalidTransactionState, transaction }
    if (prepared.isRefused) return { key, state: 'refused', reason: prepared.reason, transaction }
    const submitted = await submit({ prepared, claim: { key, movedFrom: open.id }, ledger })
    // Its work is done: it is settled once there are signatures and gas again.
    if (submitted === unsigned || submitted === empty) throw new Error(submitted.message)
    if (submitted?.isRefused) return { key, state: 'refused', reason: submitted.reason, transaction }
    // Another instance was faster: the caller is told to come back.
    return { key, state: 'moved', ended: submitted?.ended ?? Promise.resolve(null) }
  }
  const { database, log, callerLedger } = deps
  const tools: WatchTools = { database, log, callerLedger, chain, limits, holder: randomUUID(), settleAlone }
  const stopping = new AbortController()
  const watched = new Map<string, { wallet: string; since: number }>()
  const wallets = createGasWallets(deps, limits, chain)

  const watch = (transaction: OpenTransaction, hasSent: boolean) => {
    const ended = watchTransaction(tools, transaction, { hasSent, signal: stopping.signal }).finally(() =>
      watched.delete(transaction.id),
    )
    watched.set(transaction.id, { wallet: transaction.sent.wallet, since: performance.now() })
    return ended
  }
  const nonces = createWalletNonces(deps.database, chain)
  // Instances that meet on a wallet separate: from then on the late one tries another wallet first.
  let inOrder = chain.wallets
  const leave = (wallet: string) => {
    if (inOrder[0] === wallet) inOrder = [...inOrder.slice(1), wallet]
  }
  const queues = new Map<string, (submission: Submission) => Promise<SubmittedTransaction | Refusal | null>>()
  const queueOf = (wallet: string) => {
    const known = queues.get(wallet)
    if (known) return known
    const queue = coalesce(
      (submissions: Submission[]) => sendAll({ tools, nonces, wallets, watch, wallet, leave }, submissions),
      chain.hasNonces ? { maxItems: limits.maxBatch } : { maxItems: 1, maxRuns: MAX_PARALLEL_SENDS },
    )
    queues.set(wallet, queue)
    return queue
  }
  const pickWallet = () => {
    const usable = inOrder.filter((wallet) => !wallets.isOut(wallet))
    return leastLoaded(usable.length > 0 ? usable : inOrder, [...watched.values()], limits.replaceAfterMs)
  }
  const told = { 'x402.network': chain.network }
  const payers = createPayerOrder(() =>
    coalesce((admissions: Admission[]) => admitPayments(tools, admissions), { maxItems: MAX_ADMISSIONS, maxRuns: 2 }),
  )
  const submitOn = async (submission: Submission, walletsLeft: number): ReturnType<NetworkSettler['submit']> => {
    const wallet = submission.prepared.wallet ?? pickWallet()
    const queue = queueOf(wallet)
    const submitted = await traced('chain.send', told, () => queue(submission), sentOrNot)
    // Nothing was stored or sent, and another wallet can do it.
    const isForAnother = wallets.isOut(wallet) && submission.prepared.wallet === null && walletsLeft > 1
    if (submitted?.isRefused && isForAnother && !wallets.isOut(pickWallet()))
      return submitOn(submission, walletsLeft - 1)
    if (submitted && !submitted.isRefused) {
      void submitted.ended.then((ends) => payers.learn(submission.ledger.authorization, ends))
    }
    return submitted
  }
  const submit: NetworkSettler['submit'] = (submission) => submitOn(submission, chain.wallets.length)
  return {
    chain,
    admit: (admission) =>
      traced(
        'chain.assess',
        told,
        () => payers.admit(admission),
        ({ kind }) => kind,
      ),
    claim: coalesce((claims: ReservedClaim[]) => claimReserved(deps.database, claims), {
      maxItems: MAX_CLAIMS,
      maxRuns: 2,
    }),
    submit,
    resume: (transaction) => (watched.has(transaction.id) ? null : watch(transaction, false)),
    budget: createGasBudget(deps, limits, chain),
    wallets,
    openIds: () => [...watched.keys()],
    stop: () => stopping.abort(),
  }
}

const sentOrNot = (submitted: SubmittedTransaction | Refusal | null) =>
  submitted === null ? 'lost' : submitted.isRefused ? submitted.reason : 'sent'

/** The first wallet without a stuck transaction and with few open ones; else the one with the fewest of both. */
function leastLoaded(wallets: string[], open: { wallet: string; since: number }[], stuckAfterMs: number): string {
  const stuckSince = performance.now() - stuckAfterMs
  const loadOf = (wallet: string) => {
    const own = open.filter((entry) => entry.wallet === wallet)
    const isStuck = own.some(({ since }) => since < stuckSince)
    return Math.floor(own.length / MANY_OPEN) + (isStuck ? Infinity : 0)
  }
  const [first, ...others] = wallets.map((wallet) => ({ wallet, load: loadOf(wallet) }))
  if (!first) throw new Error('Expected a gas wallet for this network.')
  return others.reduce((least, entry) => (entry.load < least.load ? entry : least), first).wallet
}

type SendTools = {
  tools: WatchTools
  nonces: ReturnType<typeof createWalletNonces>
  wallets: GasWallets
  watch(transaction: OpenTransaction, hasSent: boolean): Promise<SettlementEnd[] | null>
  wallet: string
  /** Another instance was faster on the wallet: the next attempt uses another one, if there is any. */
  leave(wallet: string): void
}

/** Sends the waiting work of one wallet: everything that can share a transaction in one, the rest one by one. */
async function sendAll(sending: SendTools, works: Submission[]): Promise<(SubmittedTransaction | Refusal | null)[]> {
  const { chain } = sending.tools
  const waiting = works.map(({ prepared }) => prepared)
  // Asked together with the next, in one request.
  const asked = readBalance(chain, sending.wallet)
  // A settlement that could share a transaction when it was verified may need its own by now.
  const checked = (await chain.separate?.(waiting)) ?? waiting
  const results: (SubmittedTransaction | Refusal | null)[] = works.map(() => null)
  const open = checked.flatMap((prepared, place) => {
    if (prepared.isRefused) results[place] = prepared
    return prepared.isRefused ? [] : [{ place, work: { ...(works[place] as Submission), prepared } }] // One per work.
  })
  const shared = open.filter(({ work }) => work.prepared.isBatchable)
  const alone = open.filter(({ work }) => !work.prepared.isBatchable).map((entry) => [entry])
  const room = (await chain.maxBatch?.()) ?? 1
  let balance = await asked
  const groups = [...chunksOf(shared, room), ...alone]
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
  const { tools, nonces, wallets, wallet, leave, balance } = sending
  const { chain } = tools
  let held = new Set(group)
  for (let race = 0; race < MAX_NONCE_RACES; race += 1) {
    const submissions = [...held]
    if (submissions.length === 0) return { submitted: null, held }
    const id = randomUUID()
    const claims = submissions.map(({ claim }) => claim)
    const { answer, nonce, signed, refusal } = await nonces.use(wallet, async ({ nonce, database }) => {
      const signed = await signOrNot(chain, submissions, { wallet, nonce })
      if (!signed) return { answer: 'refused' as const, refusal: unsigned }
      const isShort = balance !== null && balance < (signed.maxCost ?? 0n)
      const refusal = isShort && (submissions.length > 1 ? tooDear : wallets.runDry(wallet))
      if (refusal) return { answer: 'refused' as const, refusal }
      const transaction = { id, network: chain.network, wallet, nonce, signed, claims }
      return { answer: await storeTransaction({ ...tools, database }, transaction), nonce, signed }
    })
    if (refusal) return { submitted: refusal, held }
    if (answer === 'stored') {
      const submitted = await sendStored(sending, { id, nonce, signed, submissions })
      return { submitted, held, maxCost: signed.maxCost }
    }
    if (answer === 'raced') {
      leave(wallet)
      continue
    }
    const keys = await listClaimed(tools, claims)
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

type Stored = { id: string; nonce: bigint | null; signed: SignedTransaction; submissions: Submission[] }

async function sendStored({ tools, watch, wallet }: SendTools, stored: Stored): Promise<SubmittedTransaction> {
  const { network } = tools.chain
  const { id, nonce, signed, submissions } = stored
  const result = await sendFirst(tools, signed.raw)
  if ('message' in result) {
    tools.log.warn({ network, wallet, answer: result.message }, 'settle: the node refuses the transaction for now')
  }
  const sent = { wallet, nonce, hashes: [signed.hash], raw: signed.raw, lastValidHeight: signed.lastValidHeight }
  const settlements = submissions.map(({ ledger }) => ledger)
  const ended = watch({ id, network, sent, settlements }, result.kind === 'accepted')
  return { isRefused: false, transactionId: id, hash: signed.hash, ended }
}

/** A transaction without an answer in time counts as sent: its watch finds out. */
async function sendFirst({ chain, limits }: WatchTools, raw: string): Promise<SendResult> {
  return (await within(limits.gatheringMs, chain.send(raw, { isWaiting: true }))) ?? { kind: 'accepted' }
}
