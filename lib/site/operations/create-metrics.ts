import { collectDefaultMetrics, Registry } from 'prom-client'
import type { SeenRequest } from '@/lib/base/http/serve-requests'
import { metersOf } from '@/lib/base/infra/meters'

/** Counters of this process for Prometheus. Labels are few and known: never an address, a payer or a key. */
export function createMetrics() {
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
    countRequest: (request: SeenRequest) => {
      const { surface, status } = request
      requests.inc({ surface, status })
      duration.observe({ surface }, request.seconds)
    },
    countChallenge: (audience: string) => challenges.inc({ audience }),
    countEnded: (status: string) => ended.inc({ status }),
    // Prometheus uses `job` for its own targets, hence `task`.
    countRun: (task: string, isWell: boolean) => {
      // Both start at zero: an alert compares them, and a job may never end well.
      for (const outcome of ['success', 'failure']) runs.inc({ task, outcome }, 0)
      runs.inc({ task, outcome: isWell ? 'success' : 'failure' })
      if (isWell) lastSuccess.setToCurrentTime({ task })
    },
  }
}
