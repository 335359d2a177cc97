import type { Database } from '@/lib/base/infra/database'

const MAX_OWN = 1_000

/** Listed resources of this site, a thousand at most. */
export async function listOwnResources(database: Database): Promise<string[]> {
  const entries = await database.catalogEntry.findMany({
    where: { source: 'own', status: 'listed' },
    orderBy: { key: 'asc' },
    select: { resource: true },
    take: MAX_OWN,
  })
  return [...new Set(entries.map(({ resource }) => resource))]
}
