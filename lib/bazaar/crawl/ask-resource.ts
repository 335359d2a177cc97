import type { RouteMethod } from '@/lib/base/x402/route-key'
import { type DraftOutcome, draftFromChallenge, draftFromToolTerms } from '../ingest/draft-from-challenge'
import type { CatalogDeps } from '../ports'
import { CRAWLER_AGENT, failed, type Probe, probeUrl, toProblem } from './probe-url'

/** A resource, or with `toolName` a tool of the MCP server at that address. */
export type Asked = { url: string; method: RouteMethod; toolName: string | null }

/** The result of an unpaid request, and the draft of a listing from it; null where it named no terms. */
export type Answer = { probe: Probe; outcome: DraftOutcome | null }

/** Requests a resource or a tool without paying. Never throws for what the other side does. */
export async function askResource(
  deps: Pick<CatalogDeps, 'fetch' | 'askTool' | 'reach'>,
  { url, method, toolName }: Asked,
): Promise<Answer> {
  const allowLoopback = deps.reach === 'loopback'
  if (toolName === null) {
    const probe = await probeUrl(deps, url, method)
    return { probe, outcome: probe.challenge && draftFromChallenge(probe.challenge, { url, method, allowLoopback }) }
  }
  const caller = { userAgent: CRAWLER_AGENT, allowLoopback }
  const { tool, terms, latencyMs, fault } = await deps.askTool({ url, toolName }, caller)
  if (terms === null || tool === null)
    return { probe: { ...failed(toProblem(fault ?? 'terms_missing')), latencyMs }, outcome: null }
  const probe = { isUp: true, status: null, latencyMs, problem: null, challenge: terms }
  return { probe, outcome: draftFromToolTerms(terms, { url, toolName, tool, allowLoopback }) }
}
