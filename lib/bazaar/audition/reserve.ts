import type { Database, DatabaseTransaction, Prisma } from '@/lib/base/infra/database'
import { payToIdentity } from '../entry/pay-to-identity'
import { inTransaction } from '../ingest/in-transaction'
import type { PurseCaps } from '../ports'
import type { Choice, Problem } from './choose-purchase'

export const DAY_MS = 86_400_000
const NEW_HOST_MS = 7 * DAY_MS

/** `budget`: the group of hosts whose cap it counts to. */
export type Reserved = { entryId: bigint; budget: string; isOurs: boolean; offerDigest: string | null; askedBy: string }

/**
 * Writes a purchase down before it is paid, if all caps of the last 24 hours leave room for it: one after the other, so
 * that instances together never exceed them. Spent is what was signed, until the chain shows that it never settles.
 */
export function reserve(
  database: Database,
  caps: PurseCaps,
  { entryId, budget, isOurs, offerDigest, askedBy }: Reserved,
  { terms, micros, payer }: Choice,
  now: Date,
): Promise<{ id: bigint } | Problem> {
  return inTransaction(database, async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('catalog auditions'))`
    const payTo = terms.payTo.toLowerCase()
    const [spent] = await tx.$queryRaw<[Record<'day' | 'host' | 'newHosts', bigint>]>`
      SELECT coalesce(sum(micro_dollars), 0)::bigint AS day,
        coalesce(sum(micro_dollars) FILTER (WHERE is_new_host), 0)::bigint AS "newHosts",
        greatest(coalesce(sum(micro_dollars) FILTER (WHERE host_group = ${budget}), 0),
          coalesce(sum(micro_dollars) FILTER (WHERE lower(pay_to) = ${payTo}), 0))::bigint AS host
      FROM catalog_auditions WHERE started_at > ${new Date(now.getTime() - DAY_MS)}`
    // A shop of this site costs nothing to open, so it is new as long as its payee is.
    const known = isOurs
      ? { options: { some: { payTo: { equals: payTo, mode: 'insensitive' as const } } } }
      : { hostGroup: budget }
    const isNewHost = await isNew(tx, known, now)
    if (micros > caps.call) return { problem: 'above_call_cap' }
    if (spent.day + micros > caps.day) return { problem: 'day_cap' }
    if (spent.host + micros > caps.host) return { problem: 'host_cap' }
    if (isNewHost && spent.newHosts + micros > caps.newHosts) return { problem: 'new_hosts_cap' }
    const { amountAtomic, ...rest } = terms
    // In the form of `catalog_settlements`, which does not count these payments as anybody's.
    const facts = { entryId, hostGroup: budget, isNewHost, offerDigest, askedBy, startedAt: now }
    return tx.catalogAudition.create({
      data: {
        ...facts,
        ...rest,
        payer: payToIdentity(terms.network, payer),
        amountAtomic: amountAtomic.toString(),
        microDollars: micros,
        state: 'paying',
      },
      select: { id: true },
    })
  })
}

async function isNew(tx: DatabaseTransaction, where: Prisma.CatalogEntryWhereInput, now: Date): Promise<boolean> {
  const first = await tx.catalogEntry.aggregate({ where, _min: { firstSeenAt: true } })
  const seenAt = first._min.firstSeenAt
  return seenAt === null || now.getTime() - seenAt.getTime() < NEW_HOST_MS
}
