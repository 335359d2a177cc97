import { type Database, sql } from '@/lib/base/infra/database'
import { SafeFetchError, type SafeFetchFault, type SafeResponse } from '@/lib/base/infra/safe-fetch'
import { jsonObjectIn } from '@/lib/base/x402/header-codec'
import { decodeHeader, headerNames } from '@/lib/base/x402/protocol-headers'
import type { RouteMethod } from '@/lib/base/x402/route-pattern'
import { type DraftOutcome, draftFromChallenge } from '../ingest/draft-from-challenge'
import type { CatalogDeps } from '../ports'

/** The result of an unpaid request. `challenge` is the 402's content, not verified yet. */
export type Probe = {
  isUp: boolean
  status: number | null
  latencyMs: number | null
  problem: ProbeProblem | null
  challenge: Record<string, unknown> | null
}

type ProbeProblem =
  | 'address_refused'
  | 'unreachable'
  | 'timeout'
  | 'too_large'
  | 'not_402'
  | 'challenge_missing'
  | 'challenge_malformed'

export const CRAWLER_AGENT = 'TurnpikeCatalog/1 (+/docs/bazaar)'

const TIMEOUT_MS = 8_000
const MAX_BYTES = 256_000
const BODY_METHODS = new Set(['POST', 'PUT', 'PATCH'])

/** Requests a resource without paying; up means a readable 402. Never throws for what the other side does. */
async function probeUrl({ fetch, reach }: CatalogDeps, url: string, method: RouteMethod): Promise<Probe> {
  try {
    const response = await fetch(url, {
      method,
      headers: {
        'user-agent': CRAWLER_AGENT,
        accept: 'application/json',
        ...(BODY_METHODS.has(method) && { 'content-type': 'application/json' }),
      },
      ...(BODY_METHODS.has(method) && { body: '{}' }),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      maxRedirects: 2,
      allowLoopback: reach === 'loopback',
    })
    return readAnswer(response)
  } catch (error) {
    if (error instanceof SafeFetchError) return failed(toProblem(error.fault))
    throw error
  }
}

function readAnswer(response: SafeResponse): Probe {
  const facts = { status: response.status, latencyMs: response.elapsedMs }
  if (response.status !== 402) return { ...failed('not_402'), ...facts }
  const header = response.headers[headerNames.paymentRequired]
  const challenge = header === undefined ? termsIn(response.body) : decodeHeader(header)
  if (challenge === null)
    return { ...failed(header === undefined ? 'challenge_missing' : 'challenge_malformed'), ...facts }
  return { isUp: true, problem: null, challenge, ...facts }
}

function termsIn(body: Buffer): Record<string, unknown> | null {
  const terms = jsonObjectIn(body.toString('utf8'))
  return Array.isArray(terms?.accepts) ? terms : null
}

const failed = (problem: ProbeProblem): Probe => ({
  isUp: false,
  status: null,
  latencyMs: null,
  problem,
  challenge: null,
})

function toProblem(fault: SafeFetchFault): ProbeProblem {
  switch (fault) {
    case 'name_unknown':
      return 'unreachable'
    case 'url_refused':
    case 'too_many_redirects':
      return 'address_refused'
    default:
      return fault
  }
}

/** The result of an unpaid request, and the draft of a listing from it; null where it named no terms. */
export type ProbeAnswer = { probe: Probe; outcome: DraftOutcome | null }

/** Requests a resource without paying. Never throws for what the other side does. */
export async function askResource(deps: CatalogDeps, url: string, method: RouteMethod): Promise<ProbeAnswer> {
  const allowLoopback = deps.reach === 'loopback'
  const probe = await probeUrl(deps, url, method)
  return { probe, outcome: probe.challenge && draftFromChallenge(probe.challenge, { url, method, allowLoopback }) }
}

export const PAUSE_MS = 2_000
const LONGEST_BACKOFF_MS = 3_600_000

/**
 * Takes a turn at a host, across instances: one request in two seconds, fewer after failures. False if too early.
 * @param leftMs how long the turn is left to others first
 */
export async function takeHostTurn(database: Database, host: string, now: Date, leftMs = 0): Promise<boolean> {
  const next = new Date(now.getTime() + PAUSE_MS)
  const since = new Date(now.getTime() - leftMs)
  const taken = await database.execute(sql`
    INSERT INTO catalog_hosts AS host (host, next_allowed_at) VALUES (${host}, ${next})
    ON CONFLICT (host) DO UPDATE SET next_allowed_at = ${next} WHERE host.next_allowed_at <= ${since}`)
  return taken === 1
}

/**
 * Waits longer with every request in a row that a host leaves unanswered, up to an hour; an answer ends it, also one that
 * is no 402: that says nothing of the host's other resources.
 */
export async function noteHostOutcome(database: Database, host: string, probe: Probe, now: Date): Promise<void> {
  if (hasAnswered(probe)) {
    await database.execute(sql`UPDATE catalog_hosts SET failures = 0 WHERE host = ${host} AND failures > 0`)
    return
  }
  await database.execute(sql`
    UPDATE catalog_hosts SET failures = failures + 1,
      next_allowed_at = ${now}::timestamptz + least(${LONGEST_BACKOFF_MS}, ${PAUSE_MS} * power(2, least(failures, 20))) * interval '1 millisecond'
    WHERE host = ${host}`)
}

const UNANSWERED = new Set<Probe['problem']>(['address_refused', 'unreachable', 'timeout', 'too_large'])

function hasAnswered({ isUp, status, problem }: Probe): boolean {
  if (isUp) return true
  return status === null ? !UNANSWERED.has(problem) : status < 500 && status !== 429
}
