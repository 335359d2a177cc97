import type { Database } from '@/lib/base/infra/database'

/**
 * Migrations that this version needs and the database has not finished. Those of a newer version are no fault: it runs
 * beside this one during an upgrade.
 */
export async function findPendingMigrations(database: Database, needed: readonly string[]): Promise<string[]> {
  const [table] = await database.$queryRaw<{ exists: boolean }[]>`
    SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`
  if (!table?.exists) return [...needed]
  const rows = await database.$queryRaw<{ name: string }[]>`
    SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`
  const applied = new Set(rows.map(({ name }) => name))
  return needed.filter((name) => !applied.has(name))
}
