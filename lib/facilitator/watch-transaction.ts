import { setTimeout as sleep } from 'node:timers/promises'
import type {
  SentTransaction,
  SettlementChain,
  SignedTransaction,
  TransactionTruth,
} from '@/lib/base/chains/settlement/settlement-chain'
import { decideSettlements, type TransactionEnd } from './ledger/decide-settlements'
import { getSent } from './ledger/find-settlement'
import { storeReplacement, takeTurnToRaise } from './ledger/store-transaction'
import type { FacilitatorDeps, FacilitatorLimits } from './ports'
import { decideEnds, type OpenTransaction, type SettleAlone, type SettlementEnd, type Tell } from './settlement-end'

/** The first looks follow quickly, for chains that mine at once; then at the network's own pace. */
const FIRST_LOOK_MS = 4

/** State of a watch between two looks; `deadSince` is when it began to look as if it never lands. */
type TransactionWatch = {
  /** The failure or refusal that the log has: the same one is not told again. */
  told: string | null
  open: OpenTransaction
  moved: SettlementEnd[]
  sentAt: number
  replacedAt: number
  deadSince: number | null
  tell: Tell | undefined
  stuck: (isStuck: boolean) => void
  /** Its caller knows a success, which may not be written yet. */
  isTold: boolean
}

type WatchOptions = {
  hasSent: boolean
  signal: AbortSignal
  tell?: Tell | undefined
  /** Hears that it does not land for so long that its fee is raised, and that it has. */
  stuck: (isStuck: boolean) => void
}

/**
 * Follows a stored transaction until its settlements are decided. Each look asks the chain for it:
 * - It has landed: its settlements are decided by what it did.
 * - It is missing: it is sent again; one that stays missing gets a higher fee, and where no node ever accepts it, an
 *   empty transfer takes its nonce, so that those behind it land.
 * - It is provably dead (nonce used by another, or last block passed), and has been for longer than a node lags: its
 *   settlements are given up. Given up sooner, it could still land, and a payer told of a refusal would have paid.
 * Null when `signal` ends the watch first; the ledger then still has it open.
 */
export async function watchTransaction(
  tools: WatchTools,
  open: OpenTransaction,
  { hasSent, signal, tell, stuck }: WatchOptions,
): Promise<SettlementEnd[] | null> {
  const startedAt = performance.now()
  const sentAt = hasSent ? startedAt : -Infinity
  const watch: TransactionWatch = {
    told: null,
    open,
    moved: [],
    sentAt,
    replacedAt: startedAt,
    deadSince: null,
    tell,
    stuck,
    isTold: false,
  }
  for (let look = 0; !signal.aborted; look += 1) {
    const ends = await lookOnce(tools, watch).catch((error: unknown) => {
      // A database or a network that fails now may answer at the next look; the ledger loses nothing in between.
      const why = error instanceof Error ? error.message : String(error)
      const details = { err: error, network: open.network, transaction: open.sent.hashes[0] }
      if (why !== watch.told) tools.log.warn(details, 'settle: a look failed')
      watch.told = why
      return null
    })
    if (ends) return [...watch.moved, ...ends]
    await (tools.chain.untilNextBlock?.() ?? sleep(pauseMs(tools.chain, look)))
  }
  return null
}

const pauseMs = ({ pollIntervalMs }: SettlementChain, look: number) =>
  Math.min(FIRST_LOOK_MS * 2 ** Math.min(look, 12), pollIntervalMs)

async function lookOnce(tools: WatchTools, watch: TransactionWatch): Promise<SettlementEnd[] | null> {
  const { chain, limits } = tools
  const truth = await chain.readTransaction(watch.open.sent, watch.open.settlements)
  if (truth.state !== 'missing') watch.stuck(false)
  if (truth.state === 'landed') return decideLanded(tools, watch, truth)
  if (truth.state !== 'missing') return null
  const now = performance.now()
  if (now - watch.sentAt > limits.resendAfterMs) {
    watch.sentAt = now
    // Other watchers may have raised its fee: it lands under any of its hashes.
    watch.open = { ...watch.open, sent: await getSent(tools.database, watch.open.id) }
    const { isDead, isImpossible } = await resend(tools, watch)
    if (isImpossible) await giveUpPlace(tools, watch)
    watch.deadSince = isDead ? (watch.deadSince ?? now) : null
    // Nonce and receipt are two readings: a late node shows a landed transaction as gone, but not for long.
    if (watch.deadSince !== null && now - watch.deadSince > maxLagMs(chain)) return giveUp(tools, watch)
  }
  if (now - watch.replacedAt > limits.replaceAfterMs) {
    watch.replacedAt = now
    watch.stuck(true)
    watch.open = await raiseFee(tools, watch.open)
  }
  return null
}

async function decideLanded(
  tools: WatchTools,
  watch: TransactionWatch,
  { hash, height, fee, settlements: landed }: Extract<TransactionTruth, { state: 'landed' }>,
): Promise<SettlementEnd[] | null> {
  const { open } = watch
  const decided = await decideEnds(tools.chain, {
    open,
    landed,
    hash,
    height,
    // Networks that name a last height count in it; a landed transaction may be counted otherwise.
    since: open.sent.lastValidHeight ?? height,
    settleAlone: aloneFrom(tools, open),
  })
  return writeEnds(tools, watch, { ...decided, end: { state: 'landed', hash, fee } })
}

/** Only for settlements that share a transaction; one that only fills its place no longer holds the work. */
const aloneFrom = (tools: WatchTools, open: OpenTransaction) =>
  open.settlements.length > 1 && !isFilled(tools, open.sent) ? tools.settleAlone : null

/** Null while some of the settlements cannot be decided; the transaction then stays open. */
async function writeEnds(
  { database, chain }: WatchTools,
  watch: TransactionWatch,
  { ends, failed, end }: Awaited<ReturnType<typeof decideEnds>> & { end: TransactionEnd },
): Promise<SettlementEnd[] | null> {
  const { id, settlements } = watch.open
  const isComplete = ends.length === settlements.length
  if (isComplete && watch.tell) {
    watch.tell([...watch.moved, ...ends])
    watch.isTold ||= ends.some(({ state }) => state === 'settled')
  }
  const decisions = ends.filter((entry) => entry.state !== 'moved')
  if (decisions.length > 0 || isComplete) {
    const isLookedAtAgain = chain.readFinalBlock !== undefined
    const { isTold } = watch
    const ended = isComplete ? end : null
    await decideSettlements(database, { transactionId: id, decisions, end: ended, isLookedAtAgain, isTold })
  }
  // Told once what could be is written.
  if (failed) throw failed.reason
  return isComplete ? ends : null
}

/** Sends the newest version again; tells whether it looks as if none can land any more, or none ever could. */
async function resend(tools: WatchTools, watch: TransactionWatch) {
  const { open } = watch
  const result = await tools.chain.send(open.sent.raw)
  const details = { network: open.network, transaction: open.sent.hashes[0] }
  const isImpossible = result.kind === 'impossible'
  const answer = 'message' in result ? result.message : null
  if (answer !== null && answer !== watch.told)
    tools.log.warn({ ...details, isImpossible, answer }, 'settle: a node refuses')
  watch.told = answer ?? watch.told
  const mayBeDead = result.kind === 'stale' || open.sent.lastValidHeight !== null
  return { isDead: mayBeDead && (await tools.chain.isDead(open.sent)), isImpossible }
}

/** Moves settlements out of a transaction that no node accepts, to settle them separately, and fills its nonce. */
async function giveUpPlace(tools: WatchTools, watch: TransactionWatch): Promise<void> {
  const { open } = watch
  const settleAlone = aloneFrom(tools, open)
  for (const entry of settleAlone ? open.settlements : []) {
    const end = await settleAlone?.(open, entry)
    if (end?.state === 'moved') watch.moved.push(end)
  }
  const movedKeys = new Set(watch.moved.map(({ key }) => key))
  const settlements = open.settlements.filter(({ key }) => !movedKeys.has(key))
  watch.open = { ...((await fillPlace(tools, open)) ?? open), settlements }
}

async function giveUp(tools: WatchTools, watch: TransactionWatch): Promise<SettlementEnd[] | null> {
  const { open } = watch
  const hash = open.sent.hashes[0] ?? ''
  const nowhere = { landed: [], hash, height: null, since: open.sent.lastValidHeight }
  const decided = await decideEnds(tools.chain, { open, ...nowhere, settleAlone: aloneFrom(tools, open) })
  return writeEnds(tools, watch, { ...decided, end: { state: 'dead', hash, fee: 0n } })
}

/** Most versions of a transaction. It lands under any of them, so all are kept and looked for. */
const MAX_VERSIONS = 24

/**
 * Signs the same transaction at a higher fee, when all others of its wallet wait for it and it is this instance's turn
 * to raise. Never above the network's ceiling, and not from a wallet that could not pay for it.
 */
async function raiseFee(tools: WatchTools, open: OpenTransaction): Promise<OpenTransaction> {
  const { chain, database, holder, limits } = tools
  const { network, sent } = open
  const { wallet, nonce } = sent
  if (nonce === null || sent.hashes.length >= MAX_VERSIONS) return open
  const forMs = limits.replaceAfterMs * 3
  if (!(await takeTurnToRaise(database, { network, wallet, nonce, holder, forMs }))) return open
  if ((await chain.readWallet(wallet)).isDry) return open
  const signed = await chain.replace(sent)
  return signed ? replaceBy(tools, open, { signed, why: 'settle: stuck, fee raised' }) : open
}

/**
 * Gives up a transaction that no node accepts: an empty transfer to ourselves takes its nonce, so that those behind it
 * land. Null when that has been tried, or where transactions have no nonce.
 */
async function fillPlace(tools: WatchTools, open: OpenTransaction): Promise<OpenTransaction | null> {
  const { chain } = tools
  const { wallet, nonce, raw } = open.sent
  if (nonce === null || !chain.fill || isFilled(tools, open.sent)) return null
  const signed = await chain.fill({ wallet, nonce, earlier: raw })
  return replaceBy(tools, open, { signed, why: 'settle: no node will take it, its place is filled' })
}

const isFilled = ({ chain }: WatchTools, sent: SentTransaction): boolean => chain.isFiller?.(sent) ?? false

/** Stores a version before it is sent; the loser of a race reads the winner's before it sends again. */
async function replaceBy(
  { chain, database, log }: WatchTools,
  open: OpenTransaction,
  { signed, why }: { signed: SignedTransaction; why: string },
): Promise<OpenTransaction> {
  const [olderHash = ''] = open.sent.hashes
  if (!(await storeReplacement(database, { id: open.id, olderHash, signed }))) return open
  log.warn({ network: open.network, transaction: olderHash, by: signed.hash }, why)
  await chain.send(signed.raw)
  return { ...open, sent: { ...open.sent, raw: signed.raw, hashes: [signed.hash, ...open.sent.hashes] } }
}

export type WatchTools = Pick<FacilitatorDeps, 'database' | 'log'> & {
  chain: SettlementChain
  limits: FacilitatorLimits
  /** Identifies this instance among those that watch the same wallets. */
  holder: string
  /** Moves a settlement from a transaction that does not settle it to a separate one. */
  settleAlone: SettleAlone
}

const MAX_LAG_MS = 2_000

/** For how long a node may lag behind another one at the same address. */
export const maxLagMs = ({ pollIntervalMs }: Pick<SettlementChain, 'pollIntervalMs'>): number =>
  Math.max(MAX_LAG_MS, 2 * pollIntervalMs)
