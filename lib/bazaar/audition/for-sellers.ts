import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import type { CatalogDeps } from '../ports'

const PAUSE_MS = 3_600_000

/**
 * Makes an entry the next that the purse tries, at most once an hour; its caps hold as for any other.
 * Throws `AUDITIONS_OFF`, `AUDITION_TOO_SOON`, `ENTRY_NOT_FOUND`. Callers have checked that the entry is the asker's.
 */
export async function askAudition({ database, clock, purse }: CatalogDeps, key: string): Promise<void> {
  if (!purse) throw new DomainError('AUDITIONS_OFF', say('auditionsOff'))
  const now = clock()
  const listed = { key, status: 'listed' }
  const { count } = await database.catalogEntry.updateMany({
    where: {
      ...listed,
      OR: [{ auditionAskedAt: null }, { auditionAskedAt: { lte: new Date(now.getTime() - PAUSE_MS) } }],
    },
    data: { auditionAskedAt: now, nextAuditionAt: now },
  })
  if (count > 0) return
  if ((await database.catalogEntry.count({ where: listed })) === 0)
    throw new DomainError('ENTRY_NOT_FOUND', 'Nothing is listed under this key.')
  throw new DomainError('AUDITION_TOO_SOON', say('auditionTooSoon'))
}

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
