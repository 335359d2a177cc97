import { collectDefaultMetrics, type Gauge, Registry } from 'prom-client'
import type { SeenRequest } from '@/lib/base/http/serve-requests'
import { within } from '@/lib/base/infra/concurrency'
import type { Logger } from '@/lib/base/infra/logger'
import { metersOf } from '@/lib/base/infra/meters'
import type { FindingState } from './doctor/finding'
import type { FiguresPort } from './ports'

/** Counters of this process for Prometheus. Labels are few and known: never an address, a payer or a key. */
export type Metrics = {
  registry: Registry
  countRequest: (request: SeenRequest) => void
  countChallenge: (audience: string) => void
  countEnded: (status: string) => void
  countRun: (task: string, isWell: boolean) => void
  /** Updates the figures of the database and the networks; those that cannot be read are left out. */
  refresh: (figures: FiguresPort) => Promise<void>
}

export function createMetrics(log: Pick<Logger, 'warn'>): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const { counter, gauge, seconds } = metersOf(registry)
  const requests = counter(
    'turnpike_requests_total',
    'Requests from outside, by part of the site and status; 499 for callers that left.',
    'surface',
    'status',
  )
  const duration = seconds('turnpike_request_seconds', 'Time from the head of a request to the end of its answer.', [
    'surface',
  ])
  const challenges = counter(
    'turnpike_challenges_total',
    'Answers 402, by who seems to ask; with a refused payment, they count as well.',
    'audience',
  )
  const ended = counter(
    'turnpike_payments_ended_total',
    'Payments at the gate, by the state that they ended in.',
    'status',
  )
  // Starts at zero, so that the first one shows as an increase: money may have moved, and nothing else tells of it.
  ended.inc({ status: 'undecidable' }, 0)
  const runs = counter('turnpike_job_runs_total', 'Runs of background jobs, by how they ended.', 'task', 'outcome')
  const lastSuccess = gauge(
    'turnpike_job_last_success_seconds',
    'When a background job last ended well, as Unix time.',
    'task',
  )
  return {
    registry,
    countRequest: (request) => {
      const { surface, status } = request
      requests.inc({ surface, status })
      duration.observe({ surface }, request.seconds)
    },
    countChallenge: (audience) => challenges.inc({ audience }),
    countEnded: (status) => ended.inc({ status }),
    // Prometheus uses `job` for its own targets, hence `task`.
    countRun: (task, isWell) => {
      // Both start at zero: an alert compares them, and a job may never end well.
      for (const outcome of ['success', 'failure']) runs.inc({ task, outcome }, 0)
      runs.inc({ task, outcome: isWell ? 'success' : 'failure' })
      if (isWell) lastSuccess.setToCurrentTime({ task })
    },
    refresh: createFigures(registry, log),
  }
}

/** Prometheus waits ten seconds by default; one slow figure must not cost it the others. */
const PATIENCE_MS = 4_000

const levels: Record<FindingState, number> = { ok: 0, warn: 1, fail: 2 }

/** Gauges of the database and the networks, and their update. A figure that cannot be read has no value. */
function createFigures(registry: Registry, log: Pick<Logger, 'warn'>): (figures: FiguresPort) => Promise<void> {
  const { gauge } = metersOf(registry)
  const openPayments = gauge('turnpike_payments_open', 'Payments that are not decided, by state.', 'status')
  const oldestPayment = gauge('turnpike_payments_oldest_seconds', 'Age of the oldest of them.', 'status')
  const openSettlements = gauge('turnpike_settlements_open', 'Settlements that are not decided, by state.', 'status')
  const oldestSettlement = gauge('turnpike_settlements_oldest_seconds', 'Age of the oldest of them.', 'status')
  const webhooks = gauge('turnpike_webhooks', 'Deliveries: waiting, late by a minute among them, given up.', 'state')
  const catalogQueue = gauge('turnpike_catalog_queue', 'What waits for the crawler: probes due, listings.', 'queue')
  const probes = gauge('turnpike_catalog_probes_last_hour', 'Probes of the last hour, by outcome.', 'outcome')
  const entries = gauge('turnpike_catalog_entries', 'Entries of the catalog; an estimate from ten thousand on.')
  const instances = gauge('turnpike_instances_alive', 'Instances that share this database and were heard of lately.')
  const nodes = gauge(
    'turnpike_network_nodes',
    'RPC nodes: answering, configured, needed by payments.',
    'network',
    'state',
  )
  const checks = gauge('turnpike_check', 'Checks that are watched: 0 well, 1 to be looked at, 2 failed.', 'check')
  const plain = new Set([entries, instances])
  const isDatabaseUp = gauge('turnpike_database_up', '0 while the database does not answer.')

  const told = new Set<keyof FiguresPort>()
  return async (figures) => {
    const read = async <T>(
      name: keyof FiguresPort,
      ask: () => Promise<T>,
      show: (found: T) => void,
      clear: Gauge[],
    ) => {
      for (const old of clear) {
        // To reset a gauge without labels is to set it to zero.
        if (plain.has(old)) old.remove()
        else old.reset()
      }
      const found = await within(
        PATIENCE_MS,
        ask().then((value) => ({ value })),
      ).catch((err: unknown) => {
        // Each is told once, until it can be read again: figures are asked for every few seconds.
        if (!told.has(name)) log.warn({ err, figure: name }, 'metrics: a figure cannot be read')
        told.add(name)
        return null
      })
      if (!found) return false
      told.delete(name)
      show(found.value)
      return true
    }
    const showOpen = (count: Gauge, oldest: Gauge) => (rows: Awaited<ReturnType<FiguresPort['openPayments']>>) => {
      for (const { state: status, oldestAt, ...row } of rows) {
        count.set({ status }, row.count)
        if (oldestAt) oldest.set({ status }, Math.max(0, (Date.now() - oldestAt.getTime()) / 1_000))
      }
    }
    const showEach = (each: Gauge, label: string) => (counts: Record<string, number>) => {
      for (const [name, count] of Object.entries(counts)) each.set({ [label]: name }, count)
    }
    const [isUp] = await Promise.all([
      read('instances', figures.instances, (rows) => instances.set(rows.filter(({ isAlive }) => isAlive).length), [
        instances,
      ]),
      read('openPayments', figures.openPayments, showOpen(openPayments, oldestPayment), [openPayments, oldestPayment]),
      read('openSettlements', figures.openSettlements, showOpen(openSettlements, oldestSettlement), [
        openSettlements,
        oldestSettlement,
      ]),
      read('webhooks', figures.webhooks, showEach(webhooks, 'state'), [webhooks]),
      read(
        'crawler',
        figures.crawler,
        ({ due, waitingListings, probesLastHour, failedLastHour }) => {
          catalogQueue.set({ queue: 'probes' }, due)
          catalogQueue.set({ queue: 'listings' }, waitingListings)
          probes.set({ outcome: 'success' }, probesLastHour - failedLastHour)
          probes.set({ outcome: 'failure' }, failedLastHour)
        },
        [catalogQueue, probes],
      ),
      read('catalogEntries', figures.catalogEntries, (count) => entries.set(count), [entries]),
      read(
        'nodes',
        figures.nodes,
        (counts) => {
          for (const { network, ...states } of counts)
            for (const [state, count] of Object.entries(states)) nodes.set({ network, state }, count)
        },
        [nodes],
      ),
      read(
        'checks',
        figures.checks,
        (verdicts) => {
          for (const [check, state] of Object.entries(verdicts)) checks.set({ check }, levels[state])
        },
        [checks],
      ),
      read('facilitator', figures.facilitator, () => {}, []),
    ])
    isDatabaseUp.set(isUp ? 1 : 0)
  }
}
