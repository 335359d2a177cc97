import { buildRequest, type FuzzRequest, type Knowledge } from './build-request'
import { createRandom } from './random'
import { type RawOutcome, sendRaw } from './send-raw'

export type FuzzOptions = {
  origin: string
  seed: number
  requests: number
  /** Sends one request again: its number, as a report names it. */
  only?: number
  onProgress?: (done: number) => void
}

export type Failure = { index: number; request: FuzzRequest; what: string }

export type FuzzReport = {
  /** How often each endpoint answered each class, `503 later`, or closed the connection without an answer. */
  counts: Map<string, Map<string, number>>
  failures: Failure[]
  slowestMs: number
}

const WIDTH = 24
const HANG_MS = 30_000
const KEPT_FAILURES = 200

/**
 * Sends malformed requests. A 5xx fails, except a 503 with Retry-After; so do no answer in 30 seconds and a server that
 * is gone, which ends the run. Each request depends only on the seed and its number.
 */
export async function runFuzz(knowledge: Knowledge, options: FuzzOptions): Promise<FuzzReport> {
  const { seed, requests, only, onProgress = () => {} } = options
  const origin = new URL(options.origin)
  const report: FuzzReport = { counts: new Map(), failures: [], slowestMs: 0 }
  let next = only ?? 0
  const end = only === undefined ? requests : only + 1
  let isGone = false
  const work = async () => {
    while (next < end && !isGone) {
      const index = next++
      const request = buildRequest(createRandom(seed * 1_000_003 + index), knowledge)
      const outcome = await sendRaw(origin, request, HANG_MS)
      if (outcome.kind === 'answer') report.slowestMs = Math.max(report.slowestMs, outcome.elapsedMs)
      if (outcome.kind === 'refused') isGone = true
      const what = classOf(outcome)
      count(report, request.endpoint, what)
      if (isFailure(outcome) && report.failures.length < KEPT_FAILURES) report.failures.push({ index, request, what })
      if ((index + 1) % 5_000 === 0) onProgress(index + 1)
    }
  }
  await Promise.all(Array.from({ length: WIDTH }, work))
  return report
}

const isLater = (outcome: RawOutcome) => outcome.kind === 'answer' && outcome.status === 503 && outcome.hasRetryAfter

function classOf(outcome: RawOutcome): string {
  if (outcome.kind !== 'answer') return outcome.kind
  if (isLater(outcome)) return '503 later'
  return outcome.status >= 500 ? String(outcome.status) : `${Math.floor(outcome.status / 100)}xx`
}

const isFailure = (outcome: RawOutcome) =>
  outcome.kind === 'hang' ||
  outcome.kind === 'refused' ||
  (outcome.kind === 'answer' && outcome.status >= 500 && !isLater(outcome))

function count({ counts }: FuzzReport, endpoint: string, what: string) {
  const row = counts.get(endpoint) ?? new Map<string, number>()
  counts.set(endpoint, row.set(what, (row.get(what) ?? 0) + 1))
}
