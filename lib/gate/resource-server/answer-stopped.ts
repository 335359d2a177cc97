import type { Problem } from '@/lib/base/http/problem'
import { notFound, problemResponse } from './problem'
import type { SaleStop } from './route-config'

/**
 * A route that is not sold at the moment. A suspension may be lifted, so it is never answered as gone. What was archived
 * takes no payment: it offers none.
 */
export function answerStopped(stop: SaleStop): Response {
  if (stop === 'archived') return notFound()
  if (stop === 'paused') return problemResponse({ ...paused, headers: { 'Retry-After': '3600' } })
  return problemResponse(stop === 'suspended' ? suspended : closed)
}

const paused: Problem = {
  code: 'route_paused',
  detail: 'The seller has paused this route. You were not charged.',
}

const suspended: Problem = {
  code: 'route_suspended',
  detail:
    'Those who run this site have suspended this route: it is not sold, and you were not charged. What you bought before opens from the library, signed in.',
}

const closed: Problem = {
  code: 'route_closed',
  detail:
    'Those who run this site have closed this route, even to those who bought it. No payment was taken now; ask its seller about an earlier one.',
}
