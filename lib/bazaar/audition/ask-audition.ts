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
