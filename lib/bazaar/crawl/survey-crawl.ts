import type { Database } from '@/lib/base/infra/database'
export type CrawlState = {
  crawler: { due: number; probesLastHour: number; failedLastHour: number; waitingListings: number }
}

/** The crawler's work to do, and its work of the last hour. */
export async function surveyCrawl(database: Database, now: Date): Promise<CrawlState> {
  const hourAgo = new Date(now.getTime() - 3_600_000)
  const [due, probesLastHour, failedLastHour, waitingListings] = await Promise.all([
    database.catalogEntry.count({ where: { nextProbeAt: { lte: now } } }),
    database.catalogProbe.count({ where: { probedAt: { gt: hourAgo } } }),
    database.catalogProbe.count({ where: { probedAt: { gt: hourAgo }, isUp: false } }),
    database.catalogPendingListing.count({ where: { state: 'waiting' } }),
  ])
  return { crawler: { due, probesLastHour, failedLastHour, waitingListings } }
}
