import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { SettlementChain } from '@/lib/base/chains/settlement/settlement-chain'
import { coalesce } from '@/lib/base/infra/coalesce'
import { traced } from '@/lib/base/infra/traced'
import { reasons } from '@/lib/base/x402/reasons'
import { type Admission, admitPayments } from './admit-payments'
import { createGasBudget } from './gas-budget'
import { createGasWallets, empty, unsigned } from './gas-wallets'
import { readStandings, type StandingQuery } from './ledger/find-settlement'
import { createPayerOrder } from './payer-order'
import type { FacilitatorDeps, FacilitatorLimits } from './ports'
import { sendWaiting } from './send-waiting'
import type { OpenTransaction, SettleAlone, Submission, SubmissionOutcome, Tell } from './settlement-end'
import { createWalletNonces } from './wallet-nonces'
import { type WatchTools, watchTransaction } from './watch-transaction'

/** All work on one network; waiting work is joined into fewer calls. */
export type NetworkSettler = ReturnType<typeof createNetworkSettler>

const MAX_ADMISSIONS = 100
const MAX_REMEMBERED = 10_000
const MAX_QUERIES = 200
const MAX_PARALLEL_SENDS = 32

/** Open transactions of a wallet before another one is used: settlements of one wallet can share a transaction. */
const MANY_OPEN = 8

export function createNetworkSettler(deps: FacilitatorDeps, limits: FacilitatorLimits, chain: SettlementChain) {
  const settleAlone: SettleAlone = async (open, ledger) => {
    const { key } = ledger
    const transaction = open.sent.hashes[0] ?? ''
    const prepared = await chain.takeOut?.(open.sent.raw, ledger)
    if (!prepared) return { key, state: 'refused', reason: reasons.invalidTransactionState, transaction }
    if (prepared.isRefused) return { key, state: 'refused', reason: prepared.reason, transaction }
    const submitted = await submit({ prepared, claim: { key, movedFrom: open.id }, ledger })
    // Its work is done: it is settled once there are signatures and gas again.
    if (submitted === unsigned || submitted === empty) throw new Error(submitted.message)
    if (submitted?.isRefused) return { key, state: 'refused', reason: submitted.reason, transaction }
    // Another instance was faster: the caller is told to come back.
    return { key, state: 'moved', ended: submitted?.ended ?? Promise.resolve(null) }
  }
  const { database, log } = deps
  const tools: WatchTools = { database, log, chain, limits, holder: randomUUID(), settleAlone }
  const stopping = new AbortController()
  const watched = new Map<string, { wallet: string; isStuck: boolean }>()
  const wallets = createGasWallets(deps, limits, chain)

  const watch = (transaction: OpenTransaction, hasSent: boolean, tell?: Tell) => {
    const entry = { wallet: transaction.sent.wallet, isStuck: false }
    watched.set(transaction.id, entry)
    const stuck = (isStuck: boolean) => {
      entry.isStuck = isStuck
    }
    return watchTransaction(tools, transaction, { hasSent, signal: stopping.signal, tell, stuck }).finally(() =>
      watched.delete(transaction.id),
    )
  }
  const isStuck = (wallet: string) => [...watched.values()].some((open) => open.wallet === wallet && open.isStuck)
  const nonces = createWalletNonces(database, chain)
  const queues = new Map<string, (submission: Submission) => Promise<SubmissionOutcome>>()
  const queueOf = (wallet: string) => {
    const known = queues.get(wallet)
    if (known) return known
    const queue = coalesce(
      (submissions: Submission[]) => sendWaiting({ tools, nonces, wallets, watch, wallet }, submissions),
      chain.hasNonces ? { maxItems: limits.maxBatch } : { maxItems: 1, maxRuns: MAX_PARALLEL_SENDS },
    )
    queues.set(wallet, queue)
    return queue
  }
  const pickWallet = () => {
    const able = chain.wallets.filter((wallet) => !wallets.isOut(wallet))
    const free = able.filter((wallet) => !isStuck(wallet))
    const usable = [free, able, chain.wallets].find(({ length }) => length > 0) ?? []
    return leastLoaded(usable, [...watched.values()])
  }
  const attributes = { 'x402.network': chain.network }
  const payers = createPayerOrder(() =>
    coalesce((admissions: Admission[]) => admitPayments(tools, admissions), { maxItems: MAX_ADMISSIONS, maxRuns: 2 }),
  )
  const reservedUntil = new LRUCache<string, number>({ max: MAX_REMEMBERED })
  const admit = async (admission: Admission) => {
    const verdict = await payers.admit(admission)
    const isUnheld = admission.claimToken === null && admission.holder === null
    if (!isUnheld || verdict.kind !== 'admitted') return verdict
    // A batch with a lapsed one would be signed again: the rest of its time is left for the way there.
    reservedUntil.set(admission.payloadDigest, performance.now() + limits.reservationMs / 2)
    return verdict
  }
  const takeReserved = (payloadDigest: string) => {
    const until = reservedUntil.get(payloadDigest) ?? 0
    reservedUntil.delete(payloadDigest)
    return performance.now() < until
  }
  const submitOn = async (submission: Submission, walletsLeft: number): Promise<SubmissionOutcome> => {
    const wallet = submission.prepared.wallet ?? pickWallet()
    const submitted = await traced('chain.send', attributes, () => queueOf(wallet)(submission), sentOrNot)
    // Nothing was stored or sent, and another wallet can do it.
    const isForAnother = wallets.isOut(wallet) && submission.prepared.wallet === null && walletsLeft > 1
    if (submitted?.isRefused && isForAnother && !wallets.isOut(pickWallet()))
      return submitOn(submission, walletsLeft - 1)
    if (submitted && !submitted.isRefused) {
      void submitted.ended.then((ends) => payers.learn(submission.ledger, ends))
    }
    return submitted
  }
  const submit = (submission: Submission) => submitOn(submission, chain.wallets.length)
  return {
    chain,
    admit: (admission: Admission) =>
      traced(
        'chain.assess',
        attributes,
        () => admit(admission),
        ({ kind }) => kind,
      ),
    standingOf: coalesce((queries: StandingQuery[]) => readStandings(deps.database, queries), {
      maxItems: MAX_QUERIES,
      maxRuns: 2,
    }),
    /**
     * True once for a payload that was reserved here a moment ago for a caller without a holder: the reservation is probably
     * there still, and the statement that stores its transaction may claim it.
     */
    takeReserved,
    /** Null when the claim was lost, refused when it would fail even in its own transaction; nothing was sent then. */
    submit,
    /** Takes up a stored transaction again; null when this process watches it already. */
    resume: (open: OpenTransaction) => (watched.has(open.id) ? null : watch(open, false)),
    budget: createGasBudget(deps, limits, chain),
    wallets,
    openIds: () => [...watched.keys()],
    stop: () => stopping.abort(),
  }
}

const sentOrNot = (submitted: SubmissionOutcome) =>
  submitted === null ? 'lost' : submitted.isRefused ? submitted.reason : 'sent'

/** The first wallet with few open transactions; else the one with the fewest. */
function leastLoaded(wallets: string[], open: { wallet: string }[]): string {
  const loadOf = (wallet: string) => Math.floor(open.filter((one) => one.wallet === wallet).length / MANY_OPEN)
  const [first, ...others] = wallets.map((wallet) => ({ wallet, load: loadOf(wallet) }))
  if (!first) throw new Error('Expected a gas wallet for this network.')
  return others.reduce((least, entry) => (entry.load < least.load ? entry : least), first).wallet
}
