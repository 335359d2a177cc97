import { z } from 'zod'
import { DomainError } from '@/lib/base/infra/domain-error'
import { TOOL_NAME } from '@/lib/base/x402/parse-bazaar-extension'
import { type RouteMethod, routeMethods } from '@/lib/base/x402/route-key'
import { type ListingOutcome, rejected } from '../entry/listing-outcome'
import { isPublicHostName } from '../entry/public-host'
import { saveEntries } from '../ingest/save-entries'
import type { CatalogDeps } from '../ports'
import { type Answer, type Asked, askResource, noteHostOutcome, takeHostTurn } from './ask-resource'
import type { Probe } from './probe-url'
import { recordProbe } from './record-probe'

export const probeInput = z.object({
  url: z.string().min(1).max(2_048),
  method: z.enum(routeMethods).default('GET'),
  /** A tool that the MCP server at `url` offers by Streamable HTTP; `method` means nothing then. */
  toolName: z.string().regex(TOOL_NAME).optional(),
})

/**
 * Lists a resource that proves itself: it is asked without payment, and its 402 is what gets listed.
 * Throws `PROBE_TOO_SOON` when the host was asked a moment ago, `INVALID_URL` for an address that may not be asked.
 */
export async function probeResource(deps: CatalogDeps, input: unknown): Promise<ListingOutcome> {
  const { url, method, toolName } = parseProbeInput(input, deps)
  const now = deps.clock()
  if (!(await takeHostTurn(deps.database, url.host, now))) {
    throw new DomainError('PROBE_TOO_SOON', 'This host was asked a moment ago. Try again in a few seconds.')
  }
  const asked = { url: url.href, method, toolName }
  const answer = await askResource(deps, asked)
  await noteHostOutcome(deps.database, url.host, answer.probe.isUp, now)
  return listProbed(deps, { asked, answer, sourceLabel: 'probe' })
}

/** The address, the method and the tool of a probe, if they may be asked. */
export function parseProbeInput(
  input: unknown,
  { reach }: Pick<CatalogDeps, 'reach'>,
): { url: URL; method: RouteMethod; toolName: string | null } {
  const parsed = probeInput.safeParse(input)
  if (parsed.error?.issues.some(({ path }) => path[0] === 'toolName'))
    throw new DomainError('INVALID_URL', 'A toolName has up to 128 printable characters, and no spaces.')
  const url = parsed.success ? URL.parse(parsed.data.url) : null
  if (!parsed.success || url === null || !/^https?:$/.test(url.protocol)) {
    throw new DomainError(
      'INVALID_URL',
      'Expected { "url": an absolute http(s) address, "method": an HTTP method } or, for an MCP tool, { "url", "toolName" }.',
    )
  }
  if (!isPublicHostName(url.hostname, { allowLoopback: reach === 'loopback' })) {
    throw new DomainError(
      'INVALID_URL',
      'The host is not a public name. Addresses, private names and loopback cannot be listed.',
    )
  }
  url.hash = ''
  const { method, toolName = null } = parsed.data
  return { url, method, toolName }
}

export async function listProbed(
  deps: CatalogDeps,
  {
    asked: { url, toolName },
    answer: { probe, outcome },
    sourceLabel,
    source = 'probed',
  }: { asked: Asked; answer: Answer; sourceLabel: string; source?: 'probed' | 'settled' },
): Promise<ListingOutcome> {
  if (outcome === null) return rejected(probe.problem ?? 'not_402', probeAdvice(probe))
  if (!outcome.ok) return rejected(outcome.reason, outcome.message)
  if (toolName !== null && new URL(url).origin === deps.publicOrigin)
    return rejected('listed_by_seller', 'Tools of this site are listed by what their sellers say in the dashboard.')
  const now = deps.clock()
  // A 402 over HTTP tells the price of a tool, but not that a server offers it.
  const isProven = outcome.draft.type === 'http' || toolName !== null
  const verification = isProven ? ('live' as const) : ('unverified' as const)
  const provenance = { source, sourceLabel, verification, probeUrl: url }
  const isSellers = deps.sellers?.owns(url) ?? false
  if (!isSellers) await saveEntries(deps.database, [{ draft: outcome.draft, provenance }], now)
  const entry = await deps.database.catalogEntry.findUnique({
    where: { key: outcome.draft.key },
    select: { id: true, status: true },
  })
  if (!entry || (isSellers && entry.status === 'gone')) {
    return rejected('listed_by_seller', 'It is sold at this site, and listed by what its seller says in the dashboard.')
  }
  if (entry.status === 'delisted')
    return rejected('delisted', 'The owner delisted this resource. The payTo wallet can list it again.')
  if (isProven) await recordProbe(deps, entry.id, probe, now)
  return { status: 'success', key: outcome.draft.key }
}

export const probeAdvice = ({ problem, status }: Probe): string =>
  (problem !== null && advice[problem]) ||
  `It answered ${status ?? 'nothing'} to a request without payment. A paid resource answers 402, with this method.`

const advice: Partial<Record<NonNullable<Probe['problem']>, string>> = {
  address_refused: 'The address leads to a network that is not public. Serve it from a public host.',
  unreachable: 'The host could not be reached. Check its name and that it is running.',
  timeout: 'The host took more than 8 seconds. Answer unpaid requests at once.',
  too_large: 'The answer is larger than 256 kB. A 402 needs a header and a short body.',
  challenge_missing:
    'It answered 402 without a PAYMENT-REQUIRED header. Send the payment requirements there, as base64 JSON.',
  challenge_malformed: 'The PAYMENT-REQUIRED header is not standard base64 of a JSON object of at most 16 KiB.',
  not_mcp:
    'No MCP server answered there by Streamable HTTP. Give the address of its endpoint, which must not ask for a login.',
  tool_missing: 'The server does not list a tool of this name.',
  tool_unpaid: 'The tool ran without payment. A paid tool refuses an unpaid call with its payment requirements.',
  arguments_refused:
    'The tool refused a call without arguments before it asked for payment. Ask for payment first, or leave its arguments optional.',
  terms_missing:
    'The tool refused the unpaid call without payment requirements. Send them as structuredContent, and as text.',
}
