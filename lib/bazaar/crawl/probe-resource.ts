import { z } from 'zod'
import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { type RouteMethod, routeMethods } from '@/lib/base/x402/route-key'
import { type ListingOutcome, rejected } from '../entry/listing-outcome'
import { isPublicHostName } from '../entry/public-host'
import { saveEntries } from '../ingest/save-entries'
import type { CatalogDeps } from '../ports'
import { type Answer, askResource, takeHostTurn } from './ask-resource'
import type { Probe } from './probe-url'
import { recordProbe } from './record-probe'

export const probeInput = z.object({
  url: z.string().min(1).max(2_048),
  method: z.enum(routeMethods).default('GET'),
})

/**
 * Lists a resource that proves itself: it is asked without payment, and its 402 is what gets listed.
 * Throws `PROBE_TOO_SOON` when the host was asked a moment ago, `INVALID_URL` for an address that may not be asked.
 */
export async function probeResource(deps: CatalogDeps, input: unknown): Promise<ListingOutcome> {
  const { url, method } = parseProbeInput(input, deps)
  if (!(await takeHostTurn(deps.database, url.host, deps.clock()))) {
    throw new DomainError('PROBE_TOO_SOON', 'This host was asked a moment ago. Try again in a few seconds.')
  }
  const answer = await askResource(deps, url.href, method)
  return listProbed(deps, { url: url.href, answer, sourceLabel: 'probe' })
}
export function parseProbeInput(
  input: unknown,
  { reach }: Pick<CatalogDeps, 'reach'>,
): { url: URL; method: RouteMethod } {
  const parsed = probeInput.safeParse(input)
  const url = parsed.success ? URL.parse(parsed.data.url) : null
  if (!parsed.success || url === null || !/^https?:$/.test(url.protocol)) {
    throw new DomainError('INVALID_URL', 'Expected { "url": an absolute http(s) address, "method": an HTTP method }.')
  }
  if (!isPublicHostName(url.hostname, { allowLoopback: reach === 'loopback' })) {
    throw new DomainError('INVALID_URL', say('listing.rejections.notPublic'))
  }
  url.hash = ''
  return { url, method: parsed.data.method }
}

export async function listProbed(
  deps: CatalogDeps,
  {
    url,
    answer: { probe, outcome },
    sourceLabel,
    source = 'probed',
  }: { url: string; answer: Answer; sourceLabel: string; source?: 'probed' | 'settled' },
): Promise<ListingOutcome> {
  if (outcome === null) return rejected(probe.problem ?? 'not_402', probeAdvice(probe))
  if (!outcome.ok) return rejected(outcome.reason, outcome.message)
  const now = deps.clock()
  // A 402 over HTTP tells the price of a tool, but not that a server offers it.
  const isProven = outcome.draft.type === 'http'
  const verification = isProven ? ('live' as const) : ('unverified' as const)
  const provenance = { source, sourceLabel, verification, probeUrl: url }
  const isSellers = deps.sellers?.owns(url) ?? false
  if (!isSellers) await saveEntries(deps.database, [{ draft: outcome.draft, provenance }], now)
  const entry = await deps.database.catalogEntry.findUnique({
    where: { key: outcome.draft.key },
    select: { id: true, status: true },
  })
  if (!entry || (isSellers && entry.status === 'gone')) {
    return rejected('listed_by_seller', say('listing.rejections.soldHere'))
  }
  if (entry.status === 'delisted') return rejected('delisted', say('listing.rejections.delisted'))
  if (isProven) await recordProbe(deps, entry.id, probe, now)
  return { status: 'success', key: outcome.draft.key }
}

export const probeAdvice = ({ problem, status }: Probe): Sentence =>
  problem === null || problem === 'not_402'
    ? say('listing.probe.not_402', { value: String(status) })
    : say(`listing.probe.${problem}`)
