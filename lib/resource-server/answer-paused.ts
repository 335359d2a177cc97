import { problemResponse } from './problem'

/** A route that its seller does not sell at the moment. */
export function answerPaused(): Response {
  return problemResponse({
    status: 503,
    code: 'route_paused',
    detail: 'The seller has paused this route. You were not charged.',
    headers: { 'Retry-After': '3600' },
  })
}
