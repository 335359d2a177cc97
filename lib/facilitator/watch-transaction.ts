import { setTimeout as sleep } from 'node:timers/promises'
import type { SettlementChain, TransactionTruth } from '@/lib/chains/settlement/settlement-chain'
import { type Decision, decideSettlements, type TransactionEnd } from './ledger/decide-settlements'
import { getSent } from './ledger/find-settlement'
import { storeReplacement } from './ledger/store-transaction'
import { maxLagMs } from './node-lag'
import type { FacilitatorDeps, FacilitatorLimits } from './ports'
import { decideEnds, type OpenTransaction } from './settlement-end'

export type WatchTools = Pick<FacilitatorDeps, 'database' | 'clock' | 'log'> & {
  chain: SettlementChain
  limits: FacilitatorLimits
}

/** The first looks come fast, for chains that mine at once; then the network's own pace. */
const FIRST_LOOK_MS = 4

/** What a watch remembers between two looks; `deadSince` is when it began to look as if it never lands. */
type Watch = { open: OpenTransaction; sentAt: number; replacedAt: number; deadSince: number | null }

/**
 * Follows a stored transaction until its settlements are decided: sends it again when nodes have lost it, raises its
 * fee when it is stuck, and gives its settlements up only when it provably never lands.
 * Null when `signal` ends the watch first; the ledger then still has it open.
 */
export async function watchTransaction(
  tools: WatchTools,
  open: OpenTransaction,
  { hasSent, signal }: { hasSent: boolean; signal: AbortSignal },
): Promise<Decision[] | null> {
  const startedAt = performance.now()
  const watch: Watch = { open, sentAt: hasSent ? startedAt : -Infinity, replacedAt: startedAt, deadSince: null }
  for (let look = 0; !signal.aborted; look += 1) {
    const decisions = await lookOnce(tools, watch).catch((error: unknown) => {
      // A database or a network that fails now may answer at the next look; the ledger loses nothing meanwhile.
      tools.log.warn({ err: error, network: open.network, transaction: open.sent.hashes[0] }, 'settle: a look failed')
      return null
    })
    if (decisions) return decisions
    await sleep(Math.min(FIRST_LOOK_MS * 2 ** Math.min(look, 12), tools.chain.pollIntervalMs))
  }
  return null
}

async function lookOnce(tools: WatchTools, watch: Watch): Promise<Decision[] | null> {
  const { chain, limits } = tools
  const truth = await chain.readTransaction(watch.open.sent.hashes, watch.open.settlements)
  if (truth.state === 'landed') return decideLanded(tools, watch.open, truth)
  if (truth.state !== 'missing') return null
  const now = performance.now()
  if (now - watch.sentAt > limits.resendAfterMs) {
    watch.sentAt = now
    // Others that watch it may have raised its fee: it lands under any of its hashes.
    watch.open = { ...watch.open, sent: await getSent(tools.database, watch.open.id) }
    const isDead = await resend(tools, watch.open)
    watch.deadSince = isDead ? (watch.deadSince ?? now) : null
    // Nonce and receipt are two readings: a node that is late shows what landed as gone, but not for long.
    if (watch.deadSince !== null && now - watch.deadSince > maxLagMs(chain)) return giveUp(tools, watch.open)
  }
  if (now - watch.replacedAt > limits.replaceAfterMs) {
    watch.replacedAt = now
    watch.open = await raiseFee(tools, watch.open)
  }
  return null
}

async function decideLanded(
  tools: WatchTools,
  open: OpenTransaction,
  { hash, height, settlements: landed }: Extract<TransactionTruth, { state: 'landed' }>,
): Promise<Decision[] | null> {
  const decisions = await decideEnds(tools.chain, { settlements: open.settlements, landed, hash, height })
  return writeEnds(tools, open, { decisions, end: { state: 'landed', hash } })
}

/** Null while some of the settlements cannot be decided; the transaction then stays open. */
async function writeEnds(
  { database, clock }: WatchTools,
  { id, settlements }: OpenTransaction,
  { decisions, end }: { decisions: Decision[]; end: TransactionEnd },
): Promise<Decision[] | null> {
  const isComplete = decisions.length === settlements.length
  if (decisions.length > 0 || isComplete) {
    await decideSettlements(database, { transactionId: id, decisions, end: isComplete ? end : null }, clock())
  }
  return isComplete ? decisions : null
}

/** Sends the newest version again. True when it looks as if none can land any more. */
async function resend(tools: WatchTools, open: OpenTransaction): Promise<boolean> {
  const result = await tools.chain.send(open.sent.raw)
  const details = { network: open.network, transaction: open.sent.hashes[0] }
  if (result.kind === 'refused') tools.log.warn({ ...details, answer: result.message }, 'settle: a node refuses it')
  const mayBeDead = result.kind === 'stale' || open.sent.lastValidHeight !== null
  return mayBeDead && tools.chain.isDead(open.sent)
}

async function giveUp(tools: WatchTools, open: OpenTransaction): Promise<Decision[] | null> {
  const hash = open.sent.hashes[0] ?? ''
  const decisions = await decideEnds(tools.chain, { settlements: open.settlements, landed: [], hash, height: null })
  return writeEnds(tools, open, { decisions, end: { state: 'dead', hash } })
}

/** Stored before it is sent, like every version; whoever loses the race to replace reads of it before it sends again. */
async function raiseFee(tools: WatchTools, open: OpenTransaction): Promise<OpenTransaction> {
  const signed = await tools.chain.replace(open.sent)
  const olderHash = open.sent.hashes[0]
  if (!signed || olderHash === undefined) return open
  const isStored = await storeReplacement(tools.database, { id: open.id, olderHash, signed })
  if (!isStored) return open
  tools.log.warn({ network: open.network, transaction: olderHash, by: signed.hash }, 'settle: stuck, fee raised')
  await tools.chain.send(signed.raw)
  return { ...open, sent: { ...open.sent, raw: signed.raw, hashes: [signed.hash, ...open.sent.hashes] } }
}
