import { DATABASE_AWAY_RETRY_SECONDS, isDatabaseAway } from '@/lib/base/infra/database-away'
import type { Problem } from './problem'

/** Answer with Retry-After for a failure because the database was away. Null for every other failure. */
export function awayProblem(error: unknown): Problem | null {
  if (!isDatabaseAway(error)) return null
  return {
    code: 'database_away',
    detail:
      'The database does not answer at this moment. Ask again in a few seconds with the very same request: what it has paid is not taken twice.',
    headers: { 'Retry-After': String(DATABASE_AWAY_RETRY_SECONDS) },
  }
}
