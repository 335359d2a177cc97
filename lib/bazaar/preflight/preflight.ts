import { DomainError } from '@/lib/base/infra/domain-error'
import { inEnglish } from '@/lib/base/sentences/in-english'
import { findListed } from '../browse/call-listed'
import { getEntry } from '../browse/get-entry'
import { keepFor } from '../browse/keep-for'
import { askAnyPath } from '../crawl/any-path'
import { type Asked, askResource, noteHostOutcome, takeHostTurn } from '../crawl/ask-resource'
import { parseProbeInput } from '../crawl/probe-resource'
import type { EntryDraft } from '../entry/draft'
import type { Entry } from '../entry/entry'
import { mcpIdentity } from '../entry/entry-key'
import { judge, type Reason, type Verdict } from '../judge/judge'
import type { CatalogDeps } from '../ports'

/** Whether to pay for a resource, and why. `terms` are those of its live 402, which a payment would sign. */
export type Preflight = {
  url: string
  /** Absent for a tool. */
  method?: string
  toolName: string | null
  verdict: Verdict
  /** The gravest first. */
  reasons: ReturnType<typeof presentReason>[]
  terms: { x402Version: number | null; accepts: object[] } | null
  /** Key of its listing; null where it is not listed. */
  key: string | null
  /** When it was asked, as an ISO time. */
  askedAt: string
}

/** Several callers who ask about one resource within these seconds get one answer, and its host one request. */
const keepAnswer = keepFor<Preflight>({ ms: 20_000, most: 1_000 })

/**
 * Asks a resource for its terms and weighs them against what this catalog knows of it. Pays and lists nothing.
 * Throws like `probeResource` for an address that may not be asked.
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
  const [entry, anyPath] = await Promise.all([
    findEntry(deps, asked),
    probe.isUp && asked.toolName === null ? askAnyPath(deps, url, now) : null,
  ])
  const draft = outcome?.ok ? outcome.draft : null
  const refusal = outcome && !outcome.ok ? outcome : null
  const mostPaid = await findMostPaid(deps, entry)
  const facts = { probe, askedAt: now, terms: draft, refusal, entry, isListedOnly: false, mostPaid, anyPath }
  const { verdict, reasons } = judge(facts)
  const { url: address, method, toolName } = asked
  return {
    ...{ url: address, ...(toolName === null && { method }), toolName },
    verdict,
    reasons: reasons.map(presentReason),
    terms: draft && presentTerms(draft),
    key: entry?.key ?? null,
    askedAt: now.toISOString(),
  }
}

const presentReason = ({ text, at, since: _since, ...reason }: Reason) => ({
  ...reason,
  text: inEnglish(text),
  at: at.toISOString(),
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

async function findMostPaid({ database }: Pick<CatalogDeps, 'database'>, entry: Entry | null) {
  if (entry === null) return new Map<string, bigint>()
  const rows = await database.$queryRaw<{ network: string; most: bigint }[]>`
    SELECT sale.network, max(sale.amount_atomic / sale.times)::numeric(78, 0)::text AS most
    FROM catalog_settlements sale JOIN catalog_entries entry ON entry.id = sale.entry_id
    WHERE entry.key = ${entry.key} AND sale.is_organic GROUP BY sale.network`
  return new Map(rows.map(({ network, most }) => [network, BigInt(most)]))
}
