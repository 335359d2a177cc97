import { DomainError } from '@/lib/base/infra/domain-error'
import { findListed } from '../browse/call-listed'
import { getEntry } from '../browse/get-entry'
import { keepFor } from '../browse/keep-for'
import { presentWarning } from '../browse/present-entry'
import { type Asked, askResource, noteHostOutcome, takeHostTurn } from '../crawl/ask-resource'
import { parseProbeInput } from '../crawl/probe-resource'
import type { EntryDraft } from '../entry/draft'
import type { Entry } from '../entry/entry'
import { mcpIdentity } from '../entry/entry-key'
import { differencesOf, type Warning, warning, warningsOf } from '../entry/warnings'
import type { CatalogDeps } from '../ports'

/** The facts about a resource, with its age. `terms` are those of its live 402, which a payment would sign. */
export type Preflight = {
  url: string
  /** Absent for a tool. */
  method?: string
  toolName: string | null
  warnings: ReturnType<typeof presentWarning>[]
  answer: { status: number | null; latencyMs: number | null; problem: string | null }
  terms: { x402Version: number | null; accepts: object[] } | null
  /** Null where the resource is not listed; times are ISO strings. */
  listing: {
    key: string
    firstSeenAt: string
    payeeChangedAt: string | null
    lastAskedAt: string | null
    uptime30d: number | null
    independentPayers: number
    payments: number
  } | null
  /** When it was asked, as an ISO time. */
  askedAt: string
}

/** Several callers who ask about one resource within these seconds get one answer, and its host one request. */
const keepAnswer = keepFor<Preflight>({ ms: 20_000, most: 1_000 })

/**
 * Asks a resource for its terms and puts beside them what this catalog knows of it. Pays and lists nothing, and gives no
 * verdict. Throws like `probeResource` for an address that may not be asked.
 */
export async function preflight(deps: CatalogDeps, input: unknown): Promise<Preflight> {
  const { url, method, toolName } = parseProbeInput(input, deps)
  const asked = { url: url.href, method, toolName }
  return keepAnswer(deps.database, JSON.stringify(asked), () => ask(deps, url, asked))
}

async function ask(deps: CatalogDeps, url: URL, asked: Asked): Promise<Preflight> {
  const now = deps.clock()
  if (!(await takeHostTurn(deps.database, url.host, now))) {
    throw new DomainError('PROBE_TOO_SOON', 'This host was asked a moment ago. Try again in a few seconds.')
  }
  const { probe, outcome } = await askResource(deps, asked)
  // A host that answers anything is well: callers must not put it off for others by asking for what it does not sell.
  await noteHostOutcome(deps.database, url.host, probe, now)
  const entry = await findEntry(deps, asked)
  const draft = outcome?.ok ? outcome.draft : null
  const { url: address, method, toolName } = asked
  const { status, latencyMs, problem } = probe
  return {
    ...{ url: address, ...(toolName === null && { method }), toolName },
    warnings: findWarnings({ draft, entry }, now).map(presentWarning),
    answer: { status, latencyMs, problem: problem ?? (outcome && !outcome.ok ? outcome.reason : null) },
    terms: draft && presentTerms(draft),
    listing: entry && presentListing(entry),
    askedAt: now.toISOString(),
  }
}

/** The answer of now takes the place of what was known of earlier ones. */
function findWarnings({ draft, entry }: { draft: EntryDraft | null; entry: Entry | null }, now: Date): Warning[] {
  const known = entry === null ? [] : warningsOf(entry, now)
  const lasting = known.filter(({ code }) => code !== 'no_answer' && code !== 'never_asked')
  if (draft === null) return [warning('no_answer', now), ...lasting]
  return entry === null ? [] : [...differencesOf(draft.options, entry, now), ...lasting]
}

const presentListing = ({ key, firstSeenAt, payeeChangedAt, health, settlements }: Entry) => ({
  key,
  firstSeenAt: firstSeenAt.toISOString(),
  payeeChangedAt: payeeChangedAt?.toISOString() ?? null,
  lastAskedAt: health.lastProbedAt?.toISOString() ?? null,
  uptime30d: health.uptime30d,
  independentPayers: settlements.organicPayers,
  payments: settlements.total,
})

const presentTerms = ({ x402Version, options }: EntryDraft) => ({
  x402Version,
  accepts: options.map(({ microDollars: _micros, amountAtomic, maxTimeoutSeconds, extra, ...option }) => ({
    ...option,
    amount: amountAtomic?.toString(),
    ...(maxTimeoutSeconds !== null && { maxTimeoutSeconds }),
    ...(extra && { extra }),
  })),
})

async function findEntry(
  { database }: Pick<CatalogDeps, 'database'>,
  { url, method, toolName }: Asked,
): Promise<Entry | null> {
  const tool = toolName === null ? null : mcpIdentity(url, toolName, true)
  const key = tool ? tool.ok && tool.identity.key : (await findListed(database, { url, method }))?.key
  const found = key ? await getEntry(database, key) : null
  return found?.entry ?? null
}
