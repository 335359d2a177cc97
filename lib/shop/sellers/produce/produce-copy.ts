import type { Database } from '@/lib/base/infra/database'
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

/** The archived routes among these that their buyers can still save. */
export async function findCopies(database: Database, routeIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (routeIds.length === 0) return new Set()
  const rows = await database.storedRoute.findMany({
    where: { ...kept, kind: { in: ['article', 'file'] }, id: { in: [...routeIds] } },
    select: { id: true },
  })
  return new Set(rows.map(({ id }) => id))
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
