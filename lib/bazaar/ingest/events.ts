import { type Database, type DatabaseTransaction, Prisma } from '@/lib/base/infra/database'
import { daysBefore, prune } from '@/lib/base/infra/prune'

type CatalogNews = { kind: 'added' | 'changed' | 'gone'; key: string; resource: string }

const catalogRecordDays = { news: 7, probes: 31, ownerProofs: 1 }

/** Records a change of one entry, after which lists are counted again. */
export async function announce(
  tx: DatabaseTransaction,
  { kind, key, resource }: CatalogNews,
  now: Date,
): Promise<void> {
  await tx.catalogEvent.create({ data: { kind, key, resource, happenedAt: now } })
}

const records = [
  { table: 'catalog_events', key: 'id', time: 'happened_at', days: catalogRecordDays.news },
  { table: 'catalog_probes', key: 'id', time: 'probed_at', days: catalogRecordDays.probes },
  { table: 'catalog_owner_proofs', key: 'digest', time: 'used_at', days: catalogRecordDays.ownerProofs },
]

/** Deletes old news and probes, and used proofs that can no longer pass. */
export async function forgetOldRecords(database: Database, now: Date): Promise<void> {
  for (const { days, ...names } of records) {
    const [table, key, time] = [names.table, names.key, names.time].map((name) => Prisma.raw(name))
    await prune(
      (limit) => database.$executeRaw`
        DELETE FROM ${table} WHERE ${key} = ANY (ARRAY(
          SELECT ${key} FROM ${table} WHERE ${time} < ${daysBefore(now, days)}::timestamptz
          ORDER BY ${time} LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
    )
  }
}
