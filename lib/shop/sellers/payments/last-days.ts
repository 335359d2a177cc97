const DAY_MS = 86_400_000

/** The last N days (UTC), today included. */
export function lastDays(now: Date, days: number): { from: Date; until: Date } {
  const until = new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS)
  return { from: new Date(until.getTime() - days * DAY_MS), until }
}
