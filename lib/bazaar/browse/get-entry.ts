import type { Database } from '@/lib/base/infra/database'
import type { Entry } from '../entry/entry'
import { toEntry } from './load-entries'

export type EntryDetail = {
  entry: Entry
  /** Newest first. */
  probes: { probedAt: Date; isUp: boolean; status: number | null; latencyMs: number | null; problem: string | null }[]
}

const SHOWN = 50

export async function getEntry(database: Database, key: string): Promise<EntryDetail | null> {
  const entry = await database.catalogEntry.findUnique({
    where: { key },
    include: {
      options: { orderBy: { position: 'asc' } },
      probes: {
        orderBy: { probedAt: 'desc' },
        take: SHOWN,
        select: { probedAt: true, isUp: true, status: true, latencyMs: true, problem: true },
      },
    },
  })
  if (entry === null || entry.status !== 'listed') return null
  return { entry: toEntry(entry), probes: entry.probes }
}
