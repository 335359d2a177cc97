import { z } from 'zod'
import { Prisma } from '@/lib/infra/database'
import { DomainError } from '@/lib/infra/domain-error'
import { paymentStatuses } from '@/lib/x402/payment-status'
import { type Actor, getOwnSeller } from './actor'
import { isUuid } from './get-route'
import { ofShop, paymentColumns } from './payment-columns'
import { type PaymentView, type StoredPayment, toPaymentView } from './payment-view'
import type { SellersContext } from './ports'

/** Which payments of a shop are meant; all when nothing is said. */
export const paymentFilter = z
  .object({
    status: z.enum(paymentStatuses).optional(),
    network: z.string().max(100).optional(),
    routeId: z.string().refine(isUuid, 'Expected the id of a route.').optional(),
    from: z.date().optional(),
    until: z.date().optional(),
    /** An address, transaction or payment id, whole or its beginning. */
    search: z.string().trim().max(100).optional(),
  })
  .strict()
export type PaymentFilter = z.infer<typeof paymentFilter>

/** Finds the payments of the actor's shop that a filter means, newest first, from behind a row on. */
export type FindPayments = (
  after: { paymentId: string; claimedAt: Date } | null,
  limit: number,
) => Promise<PaymentView[]>

/**
 * Opens a reading of the actor's own payments. It may stop and go on at any row: new ones do not shift the others.
 * Fails with `ROUTE_NOT_FOUND` when asked for a route that is not the actor's.
 */
export async function openPayments(
  { database }: SellersContext,
  actor: Actor,
  { status, network, routeId, from, until, search }: PaymentFilter,
): Promise<FindPayments> {
  const { handle } = await getOwnSeller(database, actor)
  const conditions = [
    ofShop(handle),
    ...(status === undefined ? [] : [Prisma.sql`status = ${status}`]),
    ...(network === undefined ? [] : [Prisma.sql`network = ${network}`]),
    ...(routeId === undefined ? [] : [Prisma.sql`route_key = ${await getRouteKey(database, actor, routeId)}`]),
    ...(from === undefined ? [] : [Prisma.sql`claimed_at >= ${from}`]),
    ...(until === undefined ? [] : [Prisma.sql`claimed_at < ${until}`]),
    ...(search ? [matches(search)] : []),
  ]
  return async (after, limit) => {
    // Times are stored to the millisecond, so they name their row exactly.
    const place = after && Prisma.sql`(claimed_at, id) < (${after.claimedAt}, ${after.paymentId}::uuid)`
    // The page is found in the index alone; only its own rows are read.
    const rows = await database.$queryRaw<StoredPayment[]>`
      SELECT ${paymentColumns} FROM payments WHERE id IN (
        SELECT id FROM payments WHERE ${Prisma.join(place ? [...conditions, place] : conditions, ' AND ')}
        ORDER BY claimed_at DESC, id DESC LIMIT ${limit})
      ORDER BY claimed_at DESC, id DESC`
    return rows.map(toPaymentView)
  }
}

async function getRouteKey(database: SellersContext['database'], actor: Actor, routeId: string): Promise<string> {
  const where = { id: routeId, seller: { accountId: actor.accountId } }
  const route = await database.storedRoute.findFirst({ where, select: { routeKey: true } })
  if (!route) throw new DomainError('ROUTE_NOT_FOUND', 'You have no such route.')
  return route.routeKey
}

/**
 * Each part has its own index, so that none of a shop's many payments is read in vain. What many of them begin with
 * is looked for among the newest instead, where it is found at once.
 */
function matches(search: string): Prisma.Sql {
  const text = search.toLowerCase()
  if (text.length < 5) {
    // Written so that no index of beginnings is taken for it.
    return Prisma.sql`(left(lower(payer_identity), ${text.length}::int) = ${text}
      OR left(lower(transaction), ${text.length}::int) = ${text} OR left(id::text, ${text.length}::int) = ${text})`
  }
  const beginning = `${text.replace(/[\\%_]/g, '\\$&')}%`
  const parts = [
    Prisma.sql`lower(payer_identity) LIKE ${beginning}`,
    Prisma.sql`lower(transaction) LIKE ${beginning}`,
    ...idsBeginningWith(text),
  ]
  return Prisma.sql`(${Prisma.join(parts, ' OR ')})`
}

/** Ids that begin so are the ones between two. */
function idsBeginningWith(text: string): Prisma.Sql[] {
  const shape = '00000000-0000-0000-0000-000000000000'
  const isBeginning =
    text.length <= shape.length && [...text].every((c, at) => (shape[at] === '-' ? c === '-' : /[0-9a-f]/.test(c)))
  if (!isBeginning) return []
  const rest = shape.slice(text.length)
  return [Prisma.sql`id BETWEEN ${text + rest}::uuid AND ${text + rest.replaceAll('0', 'f')}::uuid`]
}
