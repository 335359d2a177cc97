import type { CatalogDeps } from '../ports'

const SHOWN = 5

/**
 * Purchases of an entry as its seller sees them, the latest first: evidence, never what was paid with or the paid words.
 * `problem` is why none was made when it was last due.
 */
export async function listAuditions({ database, purse }: CatalogDeps, key: string) {
  const entry = await database.catalogEntry.findUnique({
    where: { key },
    select: {
      auditionProblem: true,
      auditions: {
        where: { state: { in: ['delivered', 'undelivered', 'unknown'] } },
        orderBy: { startedAt: 'desc' },
        take: SHOWN,
        select: {
          ...{ state: true, fit: true, misfit: true, startedAt: true, status: true, latencyMs: true },
          ...{ digest: true, transaction: true },
        },
      },
    },
  })
  const past = (entry?.auditions ?? []).map(({ startedAt, ...one }) => ({ ...one, at: startedAt }))
  return { isOn: purse !== undefined, problem: entry?.auditionProblem ?? null, past }
}
