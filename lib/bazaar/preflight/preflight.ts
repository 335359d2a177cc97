import { z } from 'zod'
import { jsonObject } from '@/lib/base/http/open-api'
import type { Database } from '@/lib/base/infra/database'
import { matchTemplate } from '@/lib/base/x402/match-template'
import type { RouteMethod } from '@/lib/base/x402/route-pattern'
import { keepFor } from '../browse/filters'
import { getEntry } from '../browse/load-entries'
import { presentWarning } from '../browse/present-entry'
import { parseProbeInput } from '../crawl/probe-resource'
import { askResource, takeHostTurn } from '../crawl/probe-url'
import type { EntryDraft } from '../entry/draft'
import type { Entry } from '../entry/entry'
import { httpIdentity, isLoopbackHost } from '../entry/entry-key'
import { differencesOf, warning, warningShape, warningsOf } from '../entry/warnings'
import type { CatalogDeps } from '../ports'

export const preflightShape = z.object({
  url: z.string(),
  method: z.string(),
  warnings: z.array(warningShape).describe('By plain rules; no verdict.'),
  answer: z.object({
    status: z.number().int().nullable(),
    latencyMs: z.number().nullable(),
    problem: z.string().nullable().describe('Why its terms could not be read.'),
  }),
  terms: jsonObject.nullable().describe('The terms of the live 402, which a payment would sign.'),
  listing: z
    .object({
      key: z.string(),
      firstSeenAt: z.string().datetime(),
      payeeChangedAt: z.string().datetime().nullable(),
      lastAskedAt: z.string().datetime().nullable(),
      uptime30d: z.number().nullable(),
      independentPayers: z.number().int(),
      payments: z.number().int(),
    })
    .nullable()
    .describe('What this catalog knows of it; null where it is not listed.'),
  askedAt: z.string().datetime(),
})
type Preflight = z.infer<typeof preflightShape>

/** Several callers who ask about one resource within these seconds get one answer, and its host one request. */
const keepAnswer = keepFor<Preflight>(
  { ms: 20_000, most: 1_000 },
  ({ answer }) => answer.problem === 'asked_a_moment_ago',
)

/**
 * Asks a resource for its terms and puts beside them what this catalog knows of it. Pays and lists nothing, and gives no
 * verdict. Throws like `probeResource` for an address that may not be asked.
 */
export async function preflight(deps: CatalogDeps, input: unknown): Promise<Preflight> {
  const { url, method } = parseProbeInput(input, deps)
  return keepAnswer(deps.database, `${method} ${url.href}`, () => ask(deps, url, method))
}

/** Answers by what is known where the resource cannot be asked now. Puts its host off for nobody. */
async function ask(deps: CatalogDeps, url: URL, method: RouteMethod): Promise<Preflight> {
  const now = deps.clock()
  const key = await findKey(deps.database, url, method)
  const entry = (key && (await getEntry(deps.database, key))?.entry) || null
  const unasked = await findHindrance(deps, url, now)
  const { probe, outcome } = unasked ? { probe: null, outcome: null } : await askResource(deps, url.href, method)
  const draft = outcome?.ok ? outcome.draft : null
  const known = entry ? warningsOf(entry, now) : [warning('never_asked', now)]
  // The answer of now takes the place of earlier ones.
  const lasting = known.filter(({ code }) => code !== 'no_answer' && code !== 'never_asked')
  const differences = draft && entry ? differencesOf(draft.options, entry, now) : []
  const current = [...(draft ? differences : [warning('no_answer', now)]), ...lasting]
  const problem = unasked ?? probe?.problem ?? (outcome && !outcome.ok ? outcome.code : null)
  return {
    url: url.href,
    method,
    warnings: (unasked === null ? current : known).map(presentWarning),
    answer: { status: probe?.status ?? null, latencyMs: probe?.latencyMs ?? null, problem },
    terms: draft && presentTerms(draft),
    listing: entry && presentListing(entry),
    askedAt: (unasked === null ? now : (entry?.health.lastProbedAt ?? now)).toISOString(),
  }
}

async function findHindrance({ database, reach }: CatalogDeps, url: URL, now: Date): Promise<string | null> {
  if (reach === 'loopback' && !isLoopbackHost(url.hostname)) return 'out_of_reach'
  return (await takeHostTurn(database, url.host, now)) ? null : 'asked_a_moment_ago'
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

const MAX_TEMPLATES = 1_000

/** The key of the listing of a request to an address: its own, or that of a template which it fits. */
async function findKey(database: Database, url: URL, method: RouteMethod): Promise<string | null> {
  const named = httpIdentity(url.href, { method, allowLoopback: true })
  if (!named.ok) return null
  const { key, host } = named.identity
  const entry = await database.catalogEntry.findUnique({ where: { key }, select: { status: true } })
  if (entry?.status === 'listed') return key
  const templates = await database.catalogDocument.findMany({
    where: {
      host,
      method,
      type: 'http',
      OR: [{ key: { contains: '/:' } }, { key: { contains: '/{' } }],
    },
    select: { key: true },
    orderBy: { lastUpdatedAt: 'desc' },
    take: MAX_TEMPLATES,
  })
  const prefix = `${method} ${url.origin}`
  const fits = (template: string) => matchTemplate(template.slice(prefix.length), url.pathname) !== null
  return templates.find((template) => template.key.startsWith(`${prefix}/`) && fits(template.key))?.key ?? null
}
