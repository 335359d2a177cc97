import type { Database } from '@/lib/base/infra/database'
import type { RouteMethod } from '@/lib/base/x402/route-key'
import { type DraftOutcome, draftFromChallenge } from '../ingest/draft-from-challenge'
import type { CatalogDeps } from '../ports'
import { type Probe, probeUrl } from './probe-url'

/** The result of an unpaid request, and the draft of a listing from it; null where it named no terms. */
export type Answer = { probe: Probe; outcome: DraftOutcome | null }

/** Requests a resource without paying. Never throws for what the other side does. */
export async function askResource(
  deps: Pick<CatalogDeps, 'fetch' | 'reach'>,
  url: string,
  method: RouteMethod,
): Promise<Answer> {
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
  const taken = await database.$executeRaw`
    INSERT INTO catalog_hosts AS host (host, next_allowed_at) VALUES (${host}, ${next})
    ON CONFLICT (host) DO UPDATE SET next_allowed_at = ${next} WHERE host.next_allowed_at <= ${since}`
  return taken === 1
}

/**
 * Waits longer with every request in a row that a host leaves unanswered, up to an hour; an answer ends it, also one that
 * is no 402: that says nothing of the host's other resources.
 */
export async function noteHostOutcome(database: Database, host: string, probe: Probe, now: Date): Promise<void> {
  if (hasAnswered(probe)) {
    await database.$executeRaw`UPDATE catalog_hosts SET failures = 0 WHERE host = ${host} AND failures > 0`
    return
  }
  await database.$executeRaw`
    UPDATE catalog_hosts SET failures = failures + 1,
      next_allowed_at = ${now}::timestamptz + least(${LONGEST_BACKOFF_MS}, ${PAUSE_MS} * power(2, least(failures, 20))) * interval '1 millisecond'
    WHERE host = ${host}`
}

const UNANSWERED = new Set<Probe['problem']>(['address_refused', 'unreachable', 'timeout', 'too_large'])

function hasAnswered({ isUp, status, problem }: Probe): boolean {
  if (isUp) return true
  return status === null ? !UNANSWERED.has(problem) : status < 500 && status !== 429
}
