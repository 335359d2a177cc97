const dayMs = 86_400_000

/** The last so many days (UTC), today included. */
export function lastDays(now: Date, days: number): { from: Date; until: Date } {
  const until = new Date((Math.floor(now.getTime() / dayMs) + 1) * dayMs)
  return { from: new Date(until.getTime() - days * dayMs), until }
}
