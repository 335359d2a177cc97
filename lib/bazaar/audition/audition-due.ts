import { createHash } from 'node:crypto'
import { workOnRow } from '@/lib/base/infra/work-on-row'
import { getEntry } from '../browse/get-entry'
import { takeHostTurn } from '../crawl/ask-resource'
import { mayCrawl } from '../crawl/robots'
import type { Entry } from '../entry/entry'
import { isLoopbackHost } from '../entry/public-host'
import type { Bought, CatalogDeps, PursePort } from '../ports'
import { checkFit } from './check-fit'
import { type Choice, choosePurchase } from './choose-purchase'
import { DAY_MS, reserve } from './reserve'

type Due = {
  id: bigint
  key: string
  hostGroup: string
  probeUrl: string | null
  offerDigest: string | null
  nextAuditionAt: Date
  lastAt: Date | null
  isAsked: boolean
}

const HOUR_MS = 3_600_000
/** Longer than a purchase takes, with its waiting for a settlement. */
const LEASE_MS = 600_000
/** A seller that changes its terms all day is bought once a day. */
const PAUSE_MS = 20 * HOUR_MS

/** A try's end: why nothing was signed, and when to try again; null for not until something changes. */
type End = { problem: string | null; againAt: Date | null }

/**
 * Buys listed entries that are new or changed, or whose seller asked for it, and keeps what came back as evidence.
 * Several workers may run it at once. Returns how many were bought.
 */
export async function auditionDue(deps: CatalogDeps, limit = 5): Promise<number> {
  const { purse } = deps
  if (!purse) return 0
  let bought = 0
  for (let taken = 0; taken < limit; taken += 1) {
    const due = await takeDue(deps)
    if (!due) break
    const work = async () => {
      const end = await audition(deps, purse, due)
      await conclude(deps, due, end)
      return end.problem === null
    }
    const postpone = (againAt: Date) => conclude(deps, due, { problem: 'failed', againAt })
    if (await workOnRow(deps, { job: 'catalog auditions', row: due.key }, { work, postpone })) bought += 1
  }
  return bought
}

async function takeDue({ database, clock }: CatalogDeps): Promise<Due | null> {
  const now = clock()
  const [due] = await database.$queryRaw<Due[]>`
    UPDATE catalog_entries entry SET next_audition_at = ${new Date(now.getTime() + LEASE_MS)}
    FROM (
      SELECT taken.id, last.started_at AS last_at FROM (
        SELECT id FROM catalog_entries
        WHERE next_audition_at <= ${now} AND status = 'listed' AND verification = 'live'
        ORDER BY next_audition_at LIMIT 1 FOR UPDATE SKIP LOCKED) taken
      LEFT JOIN LATERAL (
        SELECT started_at FROM catalog_auditions WHERE entry_id = taken.id ORDER BY started_at DESC LIMIT 1) last ON true
    ) found
    WHERE entry.id = found.id
    RETURNING entry.id, entry.key, entry.host_group AS "hostGroup", entry.probe_url AS "probeUrl",
      entry.offer_digest AS "offerDigest", entry.next_audition_at AS "nextAuditionAt", found.last_at AS "lastAt",
      coalesce(entry.audition_asked_at > coalesce(found.last_at, to_timestamp(0)), false) AS "isAsked"`
  return due ?? null
}

/** Only where nothing has changed since it was taken: what is new is due once more. */
async function conclude({ database }: Pick<CatalogDeps, 'database'>, due: Due, { problem, againAt }: End) {
  await database.catalogEntry.updateMany({
    where: { id: due.id, nextAuditionAt: due.nextAuditionAt },
    data: { nextAuditionAt: againAt, auditionProblem: problem },
  })
}

async function audition(deps: CatalogDeps, purse: PursePort, due: Due): Promise<End> {
  const now = deps.clock()
  const later = (problem: string, ms: number): End => ({ problem, againAt: new Date(now.getTime() + ms) })
  const never = (problem: string): End => ({ problem, againAt: null })
  const found = await getEntry(deps.database, due.key)
  if (found === null) return never('not_listed')
  const pausedUntil = (due.lastAt?.getTime() ?? 0) + PAUSE_MS
  if (!due.isAsked && pausedUntil > now.getTime()) return { problem: null, againAt: new Date(pausedUntil) }
  const { entry } = found
  const ownTool = entry.type === 'mcp' && entry.source === 'own' ? `${deps.publicOrigin}/mcp` : null
  const choice = choosePurchase(entry, ownTool ?? due.probeUrl, purse)
  if ('problem' in choice) return never(choice.problem)
  const url = new URL(choice.request.url)
  const isOurs = url.origin === deps.publicOrigin
  if (!isOurs) {
    if (deps.reach === 'loopback' && !isLoopbackHost(url.hostname)) return never('out_of_reach')
    if (!(await takeHostTurn(deps.database, url.host, now))) return later('host_busy', 5_000)
    if (!(await mayCrawl(deps, url, now))) return later('robots', DAY_MS)
  }
  const problem = await buy(deps, purse, { due, entry, choice, isOurs })
  if (problem === null) return { problem: null, againAt: null }
  // The crawler notices changed terms, and they make it due; a full budget has room again tomorrow.
  return later(problem, problem.endsWith('_cap') ? HOUR_MS : DAY_MS)
}

/** Why nothing was signed; null where a payment was, whatever came of it. */
async function buy(
  { database, clock, log }: CatalogDeps,
  purse: PursePort,
  { due, entry, choice, isOurs }: { due: Due; entry: Entry; choice: Choice; isOurs: boolean },
): Promise<string | null> {
  const { id: entryId, hostGroup, offerDigest } = due
  // The shops of this site are not each other: each counts by its payee.
  const budget = isOurs ? choice.terms.payTo : hostGroup
  const askedBy = due.isAsked ? 'seller' : 'site'
  let id: bigint | null = null
  const bought = await purse.buy({
    ...{ request: choice.request, terms: choice.terms, isOurs },
    async reserve() {
      const reserved = await reserve(
        database,
        purse.caps,
        { entryId, budget, isOurs, offerDigest, askedBy },
        choice,
        clock(),
      )
      if ('problem' in reserved) return reserved.problem
      id = reserved.id
      return null
    },
    async signed(authorization) {
      if (id !== null) await database.catalogAudition.update({ where: { id }, data: { authorization } })
    },
  })
  if (id === null) return bought.refusal ?? 'no_answer'
  const evidence = readEvidence(entry, choice.request, bought)
  await database.catalogAudition.updateMany({
    where: { id, state: 'paying' },
    data: { ...evidence, ...(evidence.state === 'unpaid' && { microDollars: 0n }), endedAt: clock() },
  })
  log.info({ key: due.key, state: evidence.state, problem: evidence.problem }, 'bought a listed resource')
  return bought.refusal
}

function readEvidence(entry: Entry, request: Choice['request'], { refusal, settlement, answer, fault }: Bought) {
  if (refusal !== null) return { state: 'unpaid' as const, problem: refusal }
  const settled = { transaction: settlement?.transaction ?? null, ...(settlement && { receipt: settlement }) }
  if (answer === null) return { ...settled, state: 'unknown' as const, problem: fault ?? 'no_answer' }
  const { problem, status, mediaType, body, isCut, latencyMs } = answer
  const facts = {
    ...settled,
    ...{ status, latencyMs },
    mediaType: mediaType?.slice(0, 200) ?? null,
    ...(!isCut && { bytes: body.length, digest: createHash('sha256').update(body).digest('hex') }),
  }
  if (problem === null) {
    const isEmpty = request.toolName === undefined && request.method === 'HEAD'
    return { ...facts, ...(!isEmpty && checkFit(entry, answer)), state: 'delivered' as const, problem }
  }
  // What the answer says of the payment is its seller's word against itself; without it, the chain is asked.
  const state = settlement === null ? ('unknown' as const) : ('undelivered' as const)
  return { ...facts, state, problem }
}
