import type { CatalogDeps } from '../ports'

/** A purchase as its seller sees it: evidence, never what was paid with or the paid words. */
type PastAudition = {
  state: string
  fit: string | null
  misfit: string | null
  at: Date
  status: number | null
  latencyMs: number | null
  digest: string | null
  transaction: string | null
}

/** Purchases of an entry, the latest first; `problem` is why none was made when it was last due. */
export type Auditions = { isOn: boolean; problem: string | null; past: PastAudition[] }

const SHOWN = 5

export async function listAuditions({ database, purse }: CatalogDeps, key: string): Promise<Auditions> {
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
