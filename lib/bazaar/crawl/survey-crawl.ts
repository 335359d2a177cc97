import type { Database } from '@/lib/base/infra/database'
export type CrawlState = {
  crawler: { due: number; probesLastHour: number; failedLastHour: number; waitingListings: number }
  /** Newest first, twenty at most. */
  imports: { sourceUrl: string; state: string; listed: number; refused: number; problem: string | null }[]
}

/** The crawler's work to do and its work of the last hour, and the state of the imports. */
export async function surveyCrawl(database: Database, now: Date): Promise<CrawlState> {
  const hourAgo = new Date(now.getTime() - 3_600_000)
  const [due, probesLastHour, failedLastHour, waitingListings, imports] = await Promise.all([
    database.catalogEntry.count({ where: { nextProbeAt: { lte: now } } }),
    database.catalogProbe.count({ where: { probedAt: { gt: hourAgo } } }),
    database.catalogProbe.count({ where: { probedAt: { gt: hourAgo }, isUp: false } }),
    database.catalogPendingListing.count({ where: { state: 'waiting' } }),
    database.catalogImport.findMany({
      orderBy: { startedAt: 'desc' },
      select: { sourceUrl: true, state: true, listed: true, refused: true, problem: true },
      take: 20,
    }),
  ])
  return { crawler: { due, probesLastHour, failedLastHour, waitingListings }, imports }
}
