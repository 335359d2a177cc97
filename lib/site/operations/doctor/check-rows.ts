import type { FailingRow } from '@/lib/base/infra/work-on-row'
import { type Finding, warn, well } from './finding'

/** Rows that the jobs cannot work on now. */
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
