import { createHash, timingSafeEqual } from 'node:crypto'
import type { Registry } from 'prom-client'
import { callerOf, isForwarded } from '@/lib/base/http/caller'
import { notFound } from '@/lib/base/http/problem'
import { bearerOf } from '@/lib/base/http/request-headers'
import { keepBriefly } from '@/lib/base/infra/coalesce'
import type { Logger } from '@/lib/base/infra/logger'
import { isEnding } from '@/lib/base/infra/process'
import { isPrivateAddress } from '@/lib/base/infra/safe-fetch'
import { type Checked, type CheckName, type FindingState, verdictsOf } from './doctor/finding'

type OperationsContext = {
  watch: () => Promise<Checked[]>
  log: Pick<Logger, 'warn' | 'info'>
  registry: Registry
  refresh: () => Promise<void>
  metricsToken: string | undefined
}

const KEPT_MS = 1_000
const LONGEST_FILL = 8_192

/** All answers are cached for a second, so that frequent requests cost nothing. */
export function createOperationsHttp(context: OperationsContext) {
  const watched = keepBriefly(context.watch, KEPT_MS)
  const figures = keepBriefly(async () => {
    await context.refresh()
    return context.registry.metrics()
  }, KEPT_MS)
  return {
    watched,
    /** The process is alive; nothing else is checked. `fill` asks for a header of that length, to test proxies. */
    healthz: async (request: Request) => {
      const fill = Number(new URL(request.url).searchParams.get('fill') ?? 0)
      const filled: Record<string, string> = fill > 0 && fill <= LONGEST_FILL ? { 'X-Fill': 'x'.repeat(fill) } : {}
      return Response.json({ status: 'alive' }, { headers: { 'Cache-Control': 'no-store', ...filled } })
    },
    /** Whether a load balancer may send requests to this instance; if not, what is missing. */
    readyz: async (_request: Request) => {
      const { isReady, notes, ...told } = isEnding() ? ending : toReadiness(await watched())
      const headers = { 'Cache-Control': 'no-store', ...(isReady ? {} : { 'Retry-After': '5' }) }
      return Response.json(
        { status: isReady ? 'ready' : 'not ready', ...told, ...(notes.length > 0 && { notes }) },
        { status: isReady ? 200 : 503, headers },
      )
    },
    /** Logs what of them became worse or well since the last time; each once. */
    tellChanges: createTeller(context.log, watched),
    metrics: async (request: Request) => {
      if (!mayReadMetrics(request, context.metricsToken)) return notFound()
      const headers = { 'Content-Type': context.registry.contentType, 'Cache-Control': 'no-store' }
      return new Response(await figures(), { headers })
    },
  }
}

const ending: Readiness = { isReady: false, missing: ['This instance has been told to end.'], notes: [], checks: {} }

/** A fault is told once it is seen twice in a row: a process that starts is slow to hear answers. */
function createTeller({ warn, info }: OperationsContext['log'], watched: () => Promise<Checked[]>) {
  let [seen, told] = [new Map<string, Checked>(), new Map<string, Checked>()]
  return async () => {
    const faults = new Map<string, Checked>()
    for (const finding of await watched()) {
      if (finding.state !== 'ok') faults.set(`${finding.check} ${finding.subject} ${finding.state}`, finding)
    }
    for (const [key, finding] of faults) {
      const { check, subject, detail, fix, found } = finding
      if (!seen.has(key) || told.has(key)) continue
      warn({ check, ...(detail && { detail }), fix }, `${subject}: ${found}`)
      told.set(key, finding)
    }
    for (const [key, { check, subject }] of told) if (!faults.has(key)) info({ check }, `${subject}: well again`)
    told = new Map([...told].filter(([key]) => faults.has(key)))
    seen = faults
  }
}

/**
 * With a token, callers who send it. Without one, callers of this machine and of private networks whose request no
 * proxy passed on, since a proxy speaks for the public.
 */
function mayReadMetrics(request: Request, token: string | undefined): boolean {
  if (token === undefined) return !isForwarded(request.headers) && isPrivateAddress(callerOf(request.headers))
  const given = bearerOf(request)
  return given !== null && timingSafeEqual(digest(given), digest(token))
}

/** Digests have one length, so that comparing takes the same time for every guess. */
const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Whether this instance can serve, and a sentence for each thing missing, without secrets and addresses. `notes` are of
 * what it serves without: a dry gas wallet or a silent facilitator keeps no page and no bought content from anybody.
 */
type Readiness = {
  isReady: boolean
  missing: string[]
  notes: string[]
  checks: Partial<Record<CheckName, FindingState>>
}

const WORLD: readonly CheckName[] = ['networks', 'facilitators']

/** Ready when the database answers and has all migrations, and at least one network or facilitator answers. */
export function toReadiness(findings: readonly Checked[]): Readiness {
  const isReached = findings.some(({ check, state }) => WORLD.includes(check) && state === 'ok')
  const isNeeded = (check: CheckName) => check === 'database' || (!isReached && WORLD.includes(check))
  const faults = findings.filter(({ state }) => state !== 'ok')
  const missing = faults.filter(({ check, state }) => state === 'fail' && isNeeded(check))
  return {
    isReady: missing.length === 0,
    missing: inWords(missing),
    notes: inWords(faults.filter((fault) => !missing.includes(fault))),
    checks: verdictsOf(findings),
  }
}

/** Two wallets of a network, say, have the same words: their addresses are told to operators only. */
const inWords = (faults: readonly Checked[]): string[] => [
  ...new Set(faults.map(({ subject, found }) => `${subject}: ${found}.`)),
]
