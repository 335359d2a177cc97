import type { Database } from '@/lib/base/infra/database'
import { daysBefore } from '@/lib/base/infra/prune'
import type { Retention } from '@/lib/base/infra/retention'
import { BOUGHT_KEPT_DAYS } from '../routes/erase-archived'
import { produceArticle } from './produce-article'
import { produceFile } from './produce-file'

/** Archived goods that are not erased: what a buyer can still save. */
const kept = {
  state: 'archived',
  erasedAt: null,
  kind: { in: ['article', 'file'] },
  isContentClosed: false,
  seller: { isContentClosed: false },
} as const

/** Which of these routes are archived and can be saved by those who bought them, and until when at least. */
export async function findCopies(
  database: Database,
  routeIds: readonly string[],
  { archivedDays }: Pick<Retention, 'archivedDays'>,
): Promise<Map<string, Date>> {
  if (routeIds.length === 0) return new Map()
  const rows = await database.storedRoute.findMany({
    where: { ...kept, kind: { in: ['article', 'file'] }, id: { in: [...routeIds] } },
    select: { id: true, archivedAt: true, seller: { select: { closedAt: true } } },
  })
  return new Map(
    rows.flatMap(({ id, archivedAt, seller }): [string, Date][] => {
      if (archivedAt === null) return []
      const days = seller.closedAt === null ? Math.max(archivedDays, BOUGHT_KEPT_DAYS) : BOUGHT_KEPT_DAYS
      return [[id, daysBefore(archivedAt, -days)]]
    }),
  )
}

/** The text or file of an archived route to save; null where there is none. Only for a reader who bought it. */
export async function produceCopy(database: Database, routeId: string): Promise<Response | null> {
  const route = await database.storedRoute.findFirst({
    where: { ...kept, kind: { in: ['article', 'file'] }, id: routeId },
    select: { kind: true, path: true, file: { select: { routeId: true } }, article: { select: { routeId: true } } },
  })
  if (route?.article) return produceArticle(database, { routeId, mimeType: 'text/html', isForAgent: false })
  return route?.file ? produceFile(database, routeId) : null
}
