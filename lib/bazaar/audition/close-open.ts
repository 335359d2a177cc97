import { Prisma } from '@/lib/base/infra/database'
import { workOnRow } from '@/lib/base/infra/work-on-row'
import type { CatalogDeps, PursePort } from '../ports'
import { DAY_MS } from './reserve'

/** Longer than any purchase takes: its process has ended. */
const LOST_AFTER_MS = 900_000
const ASK_EVERY_MS = 60_000

/**
 * Finds the ends of purchases whose end nobody saw, by the chain: one that never settles gives its budget back, one that
 * settled without a good answer is `undelivered`. Where this site broke off, or read no more, the seller is not accused.
 */
export async function closeOpen(deps: CatalogDeps, limit = 20): Promise<void> {
  const { database, clock, purse } = deps
  if (!purse) return
  const now = clock()
  const lostBefore = new Date(now.getTime() - LOST_AFTER_MS)
  const lost = { state: 'paying' as const, startedAt: { lt: lostBefore } }
  // What was never signed was never sent.
  await database.catalogAudition.updateMany({
    where: { ...lost, authorization: { equals: Prisma.DbNull } },
    data: { state: 'unpaid', problem: 'interrupted', microDollars: 0n, endedAt: now },
  })
  await database.catalogAudition.updateMany({
    where: lost,
    data: { state: 'unknown', problem: 'interrupted', endedAt: now },
  })
  const open = await database.catalogAudition.findMany({
    where: {
      state: 'unknown',
      transaction: null,
      startedAt: { gt: new Date(now.getTime() - 2 * DAY_MS) },
      endedAt: { lt: new Date(now.getTime() - ASK_EVERY_MS) },
    },
    orderBy: { endedAt: 'asc' },
    select: { id: true, problem: true, authorization: true },
    take: limit,
  })
  for (const each of open) {
    const work = () => close(deps, purse, each)
    const postpone = (until: Date) => update(deps, each.id, { endedAt: until })
    await workOnRow(deps, { job: 'catalog auditions', row: `purchase ${each.id}` }, { work, postpone })
  }
}

async function close(
  deps: CatalogDeps,
  purse: PursePort,
  { id, problem, authorization }: { id: bigint; problem: string | null; authorization: unknown },
) {
  const end = await purse.findEnd(authorization)
  if (end.state === 'open') return update(deps, id, { endedAt: deps.clock() })
  if (end.state === 'never') return update(deps, id, { state: 'unpaid', microDollars: 0n })
  const isOurFault = problem === 'interrupted' || problem === 'too_large'
  return update(deps, id, { transaction: end.transaction, ...(!isOurFault && { state: 'undelivered' }) })
}

const update = ({ database }: CatalogDeps, id: bigint, data: Prisma.CatalogAuditionUpdateManyMutationInput) =>
  database.catalogAudition.updateMany({ where: { id, state: 'unknown' }, data })
