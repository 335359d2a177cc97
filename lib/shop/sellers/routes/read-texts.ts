import type { Database } from '@/lib/base/infra/database'
import { minutesToRead } from '@/lib/base/markdown/minutes-to-read'
import { OPENING_READ } from '@/lib/base/markdown/opening-of'

export type TextOfRoute = {
  /** The beginning of the free part. */
  start: string
  /** To the end of the whole text. */
  minutes: number
}

/** How articles begin and how long they are, by route; reads no text to its end. */
export async function readTexts(database: Database, routeIds: string[]): Promise<Map<string, TextOfRoute>> {
  if (routeIds.length === 0) return new Map()
  const rows = await database.$queryRaw<{ id: string; start: string; characters: number }[]>`
    SELECT route_id::text AS id, left(teaser, ${OPENING_READ}) AS start, length(teaser) + length(body) AS characters
    FROM route_articles WHERE route_id = ANY(${routeIds}::uuid[])`
  return new Map(rows.map(({ id, start, characters }) => [id, { start, minutes: minutesToRead(characters) }]))
}
