import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { SeenRequest } from '@/lib/base/http/watch-requests'
import type { Logger } from '@/lib/base/infra/logger'
import { createFigures } from './create-figures'
import type { FiguresPort } from './ports'

/** Counters of this process for Prometheus. Labels are few and known: never an address, a payer or a key. */
export type Metrics = {
  registry: Registry
  countRequest: (request: SeenRequest) => void
  countChallenge: (audience: string) => void
  countEnded: (status: string) => void
  countRun: (task: string, isWell: boolean) => void
  /** How far behind the replica is; null when it cannot be asked. */
  setReplicaLag: (lagMs: number | null) => void
  /** Updates the figures of the database and the networks; those that cannot be read are left out. */
  refresh: (figures: FiguresPort) => Promise<void>
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export function createMetrics(log: Pick<Logger, 'warn'>): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Counter({
    name: 'turnpike_requests_total',
    help: 'Requests from outside, by part of the site and status; 499 for callers that left.',
    labelNames: ['surface', 'status'],
    registers,
  })
  const duration = new Histogram({
    name: 'turnpike_request_seconds',
    help: 'Time from the head of a request to the end of its answer.',
    labelNames: ['surface'],
    buckets: SECONDS,
    registers,
  })
  const challenges = new Counter({
    name: 'turnpike_challenges_total',
    help: 'Answers 402, by who seems to ask; with a refused payment, they count as well.',
    labelNames: ['audience'],
    registers,
  })
  const ended = new Counter({
    name: 'turnpike_payments_ended_total',
    help: 'Payments at the gate, by the state that they ended in.',
    labelNames: ['status'],
    registers,
  })
  // Starts at zero, so that the first one shows as an increase: money may have moved, and nothing else tells of it.
  ended.inc({ status: 'undecidable' }, 0)
  const runs = new Counter({
    name: 'turnpike_job_runs_total',
    help: 'Runs of background jobs, by how they ended.',
    labelNames: ['task', 'outcome'],
    registers,
  })
  const lastSuccess = new Gauge({
    name: 'turnpike_job_last_success_seconds',
    help: 'When a background job last ended well, as Unix time.',
    labelNames: ['task'],
    registers,
  })
  let replicaLag: Gauge | null = null
  return {
    registry,
    countRequest: ({ surface, status, seconds }) => {
      requests.inc({ surface, status })
      duration.observe({ surface }, seconds)
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
    setReplicaLag: (lagMs) => {
      // A site without a replica has no such figure.
      replicaLag ??= new Gauge({
        name: 'turnpike_replica_lag_seconds',
        help: 'How far the replica for reads is behind; NaN when it cannot be asked. Above 10, the primary is read.',
        registers,
      })
      replicaLag.set(lagMs === null ? Number.NaN : lagMs / 1_000)
    },
    refresh: createFigures(registry, log),
  }
}
