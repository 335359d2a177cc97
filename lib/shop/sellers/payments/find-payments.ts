import { z } from 'zod'
import { DomainError } from '@/lib/base/infra/domain-error'
import { isUuid } from '@/lib/base/infra/is-uuid'
import { ruled, say } from '@/lib/base/sentences/say'
import { paymentStatuses } from '@/lib/base/x402/payment-status'
import { givenBackStates, type PaymentView } from '@/lib/base/x402/payment-view'
import { listShopPayments } from '@/lib/payments/list-shop-payments'
import { type Actor, getOwnSeller, shopOf } from '../actor'
import type { SellersContext } from '../ports'

/** A filter of a shop's payments; an empty one selects all. */
export const paymentFilter = z
  .object({
    status: z.enum(paymentStatuses).optional(),
    givenBack: z.enum(givenBackStates).optional(),
    network: z.string().max(100).optional(),
    routeId: z.string().refine(isUuid, ruled('routeIdInvalid')).optional(),
    from: z.date().optional(),
    until: z.date().optional(),
    /** An address, transaction or payment id, or the beginning of one; or the id of a request. */
    search: z.string().trim().max(100).optional(),
  })
  .strict()
export type PaymentFilter = z.infer<typeof paymentFilter>

/** Finds filtered payments of the actor's shop, newest first, after a given row. */
export type FindPayments = (
  after: { paymentId: string; claimedAt: Date } | null,
  limit: number,
) => Promise<PaymentView[]>

/**
 * Prepares to read the actor's own payments. Reading may stop and go on at any row: new ones do not shift the others.
 * Fails with `ROUTE_NOT_FOUND` for a route that is not the actor's.
 */
export async function openPayments(
  { database }: SellersContext,
  actor: Actor,
  { routeId, ...filter }: PaymentFilter,
): Promise<FindPayments> {
  const { handle } = await getOwnSeller(database, actor)
  const routeKey = routeId === undefined ? undefined : await getRouteKey(database, actor, routeId)
  return (after, limit) => listShopPayments(database, { handle, routeKey, ...filter }, { after, limit })
}

async function getRouteKey(database: SellersContext['database'], actor: Actor, routeId: string): Promise<string> {
  const where = { id: routeId, seller: shopOf(actor) }
  const route = await database.storedRoute.findFirst({ where, select: { routeKey: true } })
  if (!route) throw new DomainError('ROUTE_NOT_FOUND', say('routeUnknown'))
  return route.routeKey
}
