import type { Database } from '@/lib/base/infra/database'
import type { Entry } from '../entry/entry'
import { findTermsChanges } from './find-terms-changes'
import { toEntry } from './load-entries'

export type EntryDetail = {
  entry: Entry
  /** Newest first. */
  priceChanges: { seenAt: Date; kind: string; options: unknown }[]
  /** Newest first. */
  probes: { probedAt: Date; isUp: boolean; status: number | null; latencyMs: number | null; problem: string | null }[]
}

const SHOWN = 50

export async function getEntry(database: Database, key: string, now: Date): Promise<EntryDetail | null> {
  const entry = await database.catalogEntry.findUnique({
    where: { key },
    include: {
      options: { orderBy: { position: 'asc' } },
      changes: { orderBy: { seenAt: 'desc' }, take: SHOWN, select: { seenAt: true, kind: true, options: true } },
      probes: {
        orderBy: { probedAt: 'desc' },
        take: SHOWN,
        select: { probedAt: true, isUp: true, status: true, latencyMs: true, problem: true },
      },
    },
  })
  if (entry === null || entry.status !== 'listed') return null
  const changes = await findTermsChanges(database, [entry.id], now)
  return { entry: toEntry(entry, changes.get(entry.id)), priceChanges: entry.changes, probes: entry.probes }
}
