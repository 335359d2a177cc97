import type { FailingRow } from '@/lib/base/infra/work-on-row'
import { type Finding, fail, warn, well } from './finding'

export function checkRows(rows: FailingRow[]): Finding {
  const [last] = rows
  if (!last) return well('jobs', 'no row fails')
  const { job, row, failures, fault } = last
  const detail = `the last one ${failures}x: ${job}, ${row}: ${fault.split('\n').at(-1)}`
  return warn(
    'jobs',
    `${rows.length} of their rows fail`,
    'The log has each error, as "a row of a job failed". Each row is tried again within a day.',
    { detail },
  )
}

/** Whether sellers' keys can be opened under this instance's secret; `unreadable` of some thousands were looked at. */
export function checkSecret(unreadable: number): Finding {
  if (unreadable === 0) return well('TURNPIKE_SECRET', "opens the sellers' sealed values")
  return fail(
    'TURNPIKE_SECRET',
    `${unreadable} sealed values of sellers cannot be opened`,
    'Give every instance the same secret, and list the one before in TURNPIKE_PREVIOUS_SECRETS.',
  )
}
