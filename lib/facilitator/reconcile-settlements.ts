import { randomUUID } from 'node:crypto'
import type { TransactionTruth } from '@/lib/base/chains/settlement/settlement-chain'
import { sql } from '@/lib/base/infra/database'
import type { NetworkSettler } from './create-network-settler'
import { listOpenTransactions } from './ledger/find-settlement'
import {
  markFinal,
  markLost,
  markMissing,
  markSeen,
  reopen,
  takeDue,
  takePlaceAgain,
} from './ledger/reorged-settlements'
import type { SettlementRecord } from './ledger/settlement-record'
import { listMissingNonces, storeAtMissingNonce } from './ledger/store-transaction'
import type { FacilitatorDeps } from './ports'
import type { FacilitatorContext } from './settlement'
import { maxLagMs } from './watch-transaction'

/** Abandoned transactions of one network that a pass takes up. */
const MAX_TAKEN_UP = 50

/**
 * Finishes work that no running call finishes: watches stored transactions that other instances, or this one before a
 * crash, left open, and releases claims that never got a transaction. Each network has its own share of a pass. Safe to
 * run anywhere, any number of times.
 */
export async function reconcileSettlements(context: FacilitatorContext): Promise<{ takenUp: number }> {
  const { deps, limits, settlers } = context
  const before = sql`now() - make_interval(secs => ${limits.takeOverAfterMs / 1000}::double precision)`
  await deps.database.execute(sql`
    WITH lapsed AS (
      SELECT key FROM settlements WHERE state = 'claimed' AND claimed_at < ${before}
      ORDER BY key FOR UPDATE
    )
    UPDATE settlements AS s SET state = 'abandoned', reason = 'claim_lapsed' FROM lapsed WHERE s.key = lapsed.key`)
  // Transactions already watched here must not crowd out the unwatched ones.
  const forgotten = await deps.database.rows<{ id: string }>(sql`
    SELECT forgotten.id::text FROM unnest(${settlers.map(({ chain }) => chain.network)}::text[]) AS one(network)
    CROSS JOIN LATERAL (
      SELECT id FROM settlement_transactions
      WHERE network = one.network AND state = 'open' AND created_at < ${before}
        AND NOT (id = ANY (${settlers.flatMap(({ openIds }) => openIds())}::uuid[]))
      ORDER BY wallet, nonce LIMIT ${MAX_TAKEN_UP}) AS forgotten`)
  const open = await listOpenTransactions(
    deps.database,
    forgotten.map(({ id }) => id),
  )
  const resumed = open.map((transaction) => context.settler(transaction.network).resume(transaction))
  for (const watch of resumed) {
    watch?.catch((error: unknown) => deps.log.error({ err: error }, 'reconcile: a transaction could not be followed'))
  }
  for (const settler of settlers) {
    fillGaps(deps, settler).catch((error: unknown) =>
      deps.log.warn({ err: error, network: settler.chain.network }, 'reconcile: the wallets could not be looked at'),
    )
  }
  return { takenUp: resumed.filter((watch) => watch !== null).length }
}

/**
 * Sends empty transactions to ourselves at missing nonces below others of ours, which could never land otherwise.
 * Checks only while a transaction of the network is open.
 */
async function fillGaps({ database, log }: FacilitatorDeps, settler: NetworkSettler): Promise<void> {
  const { chain } = settler
  if (!chain.fill || settler.openIds().length === 0) return
  const { network } = chain
  for (const wallet of chain.wallets) {
    const { nextNonce } = await chain.readWallet(wallet)
    if (nextNonce === null) continue
    for (const nonce of await listMissingNonces(database, { network, wallet, chainNonce: nextNonce })) {
      const signed = await chain.fill({ wallet, nonce, earlier: null })
      const id = randomUUID()
      if (!(await storeAtMissingNonce(database, { id, network, wallet, nonce, signed }))) continue
      log.warn({ network, wallet, nonce: nonce.toString() }, 'reconcile: a missing nonce is filled')
      const { hash, raw, lastValidHeight } = signed
      const sent = { wallet, nonce, hashes: [hash], raw, lastValidHeight }
      settler
        .resume({ id, network, sent, settlements: [] })
        ?.catch((error: unknown) => log.error({ err: error }, 'reconcile: a filled nonce could not be followed'))
    }
  }
}

/** Counts of a pass on a network: settlements that the chain has taken back, and those that are lost for ever. */
export type LookedAgain = { network: string; found: number; lost: number }[]

const MOST_LOOKED_AT = 200

/**
 * Looks again at settlements that counted before their block was final. The chain may take one away:
 *
 * - it is in a block again, or was landed by someone else: it stays settled, with the transaction that moved the
 *   money;
 * - it is gone, and its authorization is unused and valid: the stored transaction is sent again. The authorization's
 *   own nonce (EIP-3009, Permit2) lets money move once, whichever copy lands, and our wallet's nonce lets one of them
 *   land;
 * - it is gone, and the authorization ran out before the last final block: `refused` with `settlement_reorged`;
 * - it is gone, unused, and not ours to send (a third party had landed it): looked at until one of the others holds.
 *
 * Our transaction that is gone is sent again in each of these cases, at the least for its place in the wallet's order.
 *
 * A late node shows a landed one as gone, so nothing is done before it is missing for longer than nodes lag.
 * Every move is one conditional update. Safe to run anywhere, any number of times.
 */
export async function lookAgain(context: FacilitatorContext): Promise<LookedAgain> {
  return Promise.all(
    context.settlers.map(async (settler) => {
      const { network } = settler.chain
      const counts = await lookAgainAt(context, settler).catch((error: unknown) => {
        context.deps.log.warn({ err: error, network }, 'finality: settlements could not be looked at again')
        return { found: 0, lost: 0 }
      })
      return { network, ...counts }
    }),
  )
}

async function lookAgainAt(context: FacilitatorContext, settler: NetworkSettler) {
  const { database } = context.deps
  const { chain } = settler
  if (!chain.readFinalBlock) return { found: 0, lost: 0 }
  const taking = { network: chain.network, limit: MOST_LOOKED_AT, forMs: context.limits.lookAgainMs }
  const rows = await takeDue(database, taking)
  if (rows.length === 0) return { found: 0, lost: 0 }
  // Read first: what was final then is so when the receipts are read.
  const final = await chain.readFinalBlock()
  const transactions = [...new Set(rows.map(({ transaction }) => transaction))]
  const moves = await Promise.all(
    transactions.map(async (hash) => {
      const together = rows.filter(({ transaction }) => transaction === hash)
      const truth = await readTruth(settler, hash, together)
      return Promise.all(together.map((row) => judge({ context, settler, truth, final }, row)))
    }),
  )
  const count = (wanted: SettlementMove) => moves.flat().filter((move) => move === wanted).length
  return { found: count('found'), lost: count('lost') }
}

type Looking = {
  context: FacilitatorContext
  settler: NetworkSettler
  truth: TransactionTruth
  final: { height: bigint; time: Date }
}

type SettlementMove = 'none' | 'found' | 'lost'

const readTruth = ({ chain }: NetworkSettler, hash: string, rows: SettlementRecord[]): Promise<TransactionTruth> =>
  chain.readTransaction({ wallet: '', nonce: null, hashes: [hash], raw: '', lastValidHeight: null }, rows)

async function judge(looking: Looking, row: SettlementRecord): Promise<SettlementMove> {
  const { context, truth, final } = looking
  const { database } = context.deps
  const { key, transaction } = row
  if (truth.state === 'unreadable') return 'none'
  if (truth.state === 'missing') return lookForMissing(looking, row)
  if (truth.state === 'landed') {
    const isMoved = truth.settlements.some((entry) => entry.key === key && entry.amountAtomic !== null)
    if (!isMoved) return lookForMissing(looking, row)
    if (truth.height <= final.height) await markFinal(database, key)
  }
  if (row.missingSince !== null) await markSeen(database, { key, transaction })
  return 'none'
}

/** The stored transaction that settled it; null where a third party had landed it. */
const ourTransaction = ({ transaction, transactions, transactionId }: SettlementRecord): string | null =>
  transactions.includes(transaction) ? transactionId : null

/** Finds what happened to a settlement that its transaction no longer shows. */
async function lookForMissing(
  { context, settler, truth: before, final }: Looking,
  row: SettlementRecord,
): Promise<SettlementMove> {
  const { database, log } = context.deps
  const { chain } = settler
  const { key, transaction, settleAmountAtomic } = row
  const truth = await chain.findAuthorization(row, null)
  if (truth.state === 'unreadable') return 'none'
  const our = ourTransaction(row)
  const gone = before.state === 'missing' ? our : null
  if (truth.state === 'settled' && truth.amountAtomic === settleAmountAtomic) {
    await markSeen(database, { key, transaction: truth.transaction })
    if (gone !== null) await takePlaceAgain(database, gone)
    return 'none'
  }
  const details = { network: chain.network, transaction }
  if (await markMissing(database, key)) {
    log.error(details, 'finality: the chain shows a settled payment no more')
    return 'found'
  }
  const missing = { key, forMs: maxLagMs(chain) }
  if (truth.state === 'unused' && our !== null && (await reopen(database, { ...missing, transactionId: our })))
    log.warn(details, 'finality: a settlement that the chain took back is sent again')
  // Before a final block is past its time, the chain may still come back to the block that it was in.
  if (truth.state !== 'expired' || final.time < (row.validBefore ?? LAST_DAY)) return 'none'
  if (!(await markLost(database, missing))) return 'none'
  if (gone !== null) await takePlaceAgain(database, gone)
  log.error(details, 'finality: a settled payment is lost: its authorization can be settled no more')
  return 'lost'
}

/** A settlement that never runs out is never lost. */
const LAST_DAY = new Date(8.64e15)
