import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { type Database, sql } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import type { Seller } from '@/lib/base/infra/generated/prisma/client'
import { ruled, say } from '@/lib/base/sentences/say'
import type { Actor } from '../actor'
import { recordChange } from '../audit/changes'
import { parseInput } from '../input-refused-error'
import { reloadRoutes } from '../passes/shop-passes'
import type { SellersContext } from '../ports'

const suspension = z.object({
  reason: z.string(),
  isContentClosed: z.boolean().describe('Also closed to those who have paid.'),
})
type Suspension = z.infer<typeof suspension>
export const suspensionShape = suspension
  .nullable()
  .describe('That those who run the site have suspended it; else null.')

export const suspensionOf = ({
  suspendedReason: reason,
  isContentClosed,
}: Pick<Seller, 'suspendedReason' | 'isContentClosed'>): Suspension | null =>
  reason === null ? null : { reason, isContentClosed }

export const routeSuspended = (reason: string): DomainError =>
  new DomainError('ROUTE_SUSPENDED', say('suspended', { reason }))

/** Whether an operator has suspended the listing with that catalog key, or of that tool. */
export async function isListingSuspended(
  database: Database,
  { key, toolName }: { key: string; toolName: string | null },
): Promise<boolean> {
  const found = await database.storedRoute.findFirst({
    where: {
      AND: [
        { OR: [{ listingKey: key }, ...(toolName === null ? [] : [{ toolName }])] },
        {
          OR: [
            { suspendedReason: { not: null } },
            { listingSuspendedReason: { not: null } },
            { seller: { suspendedReason: { not: null } } },
          ],
        },
      ],
    },
    select: { id: true },
  })
  return found !== null
}

export const suspensionInput = z
  .object({
    what: z
      .enum(['shop', 'route', 'listing'])
      .describe('A whole shop, a route of it, or how the bazaar lists the route.'),
    handle: z.string().trim().max(40).describe('The name of the shop in its address.'),
    method: z.string().max(10).default('GET').describe('Of the route; not read for a shop.'),
    path: z.string().trim().max(400).default('').describe('Of the route, below the shop.'),
    reason: z
      .string()
      .trim()
      .min(1, ruled('sayWhy'))
      .max(500, ruled('charactersTooMany'))
      .nullable()
      .describe('Its owner reads it; null lifts the suspension.'),
    isContentClosed: z.boolean().default(false).describe('Also closes it to those who have paid. Not for a listing.'),
  })
  .strict()

/**
 * Suspends a shop, a route, or the listing of a route, or lifts that, for operators. Suspended ones take no new payment
 * and are in no list; payments under way end as usual. Every instance follows as with any change of the shop. Fails
 * with `SHOP_NOT_FOUND` or `ROUTE_NOT_FOUND`.
 */
export async function suspend(context: SellersContext, actor: Actor, input: unknown): Promise<void> {
  const { what, handle, method, path, reason, ...suspension } = parseInput(suspensionInput, input)
  const isOfListing = what === 'listing'
  const after = { reason, isContentClosed: !isOfListing && reason !== null && suspension.isContentClosed }
  const data = { suspendedReason: reason, isContentClosed: after.isContentClosed }
  await context.database.$transaction(async (transaction) => {
    const raised = { where: { handle }, data: { revision: { increment: 1 } } }
    const [shop] = await transaction.seller.updateManyAndReturn(raised)
    if (!shop) throw new DomainError('SHOP_NOT_FOUND', say('shopUnknown'))
    const { id: sellerId, revision } = shop
    const where = { sellerId, method, path, state: { not: 'archived' as const } }
    const route = what === 'shop' ? null : await transaction.storedRoute.findFirst({ where })
    if (!route && what !== 'shop') throw new DomainError('ROUTE_NOT_FOUND', say('shopRouteUnknown'))
    if (!route) await transaction.seller.update({ where: { id: sellerId }, data })
    else {
      const changed = isOfListing ? { listingSuspendedReason: reason } : data
      await transaction.storedRoute.update({ where: { id: route.id }, data: { ...changed, revision } })
    }
    // Makes every instance load each route again, and the catalog hear of it again.
    if (!route || route.kind === 'pass') await reloadRoutes(transaction, { sellerId, revision })
    const { suspendedReason, isContentClosed } = route ?? shop
    const before =
      route && isOfListing
        ? { reason: route.listingSuspendedReason, isContentClosed: false }
        : { reason: suspendedReason, isContentClosed }
    if (isDeepStrictEqual(before, after)) return
    const act = `${what}.${reason === null ? 'resumed' : 'suspended'}` as const
    const subject = route?.id ?? handle
    await recordChange(transaction, actor, { at: context.clock(), sellerId, act, subject, before, after })
  })
}

export const suspendedShape = z.object({
  what: z.enum(['shop', 'route', 'listing']),
  handle: z.string(),
  method: z.string().nullable(),
  path: z.string().nullable(),
  reason: z.string(),
  isContentClosed: z.boolean(),
})
export type SuspensionView = z.infer<typeof suspendedShape>

/** Everything that is suspended now, at most 500, for operators. */
export async function listSuspensions({ database }: SellersContext): Promise<SuspensionView[]> {
  return database.rows<SuspensionView>(sql`
    SELECT 'shop' AS what, handle, NULL AS method, NULL AS path, suspended_reason AS reason,
      is_content_closed AS "isContentClosed"
    FROM sellers WHERE suspended_reason IS NOT NULL
    UNION ALL SELECT kind.what, seller.handle, route.method, route.path, kind.reason, kind.is_closed
    FROM stored_routes route JOIN sellers seller ON seller.id = route.seller_id
    CROSS JOIN LATERAL (VALUES ('route', route.suspended_reason, route.is_content_closed),
      ('listing', route.listing_suspended_reason, false)) AS kind (what, reason, is_closed)
    WHERE kind.reason IS NOT NULL AND route.state <> 'archived'
    ORDER BY handle, path NULLS FIRST, what LIMIT 500`)
}

export const isOperating = async (context: SellersContext, actor: Actor): Promise<boolean> =>
  (await context.operatorAccounts()).includes(actor.accountId)

export async function requireOperator(context: SellersContext, actor: Actor): Promise<void> {
  if (await isOperating(context, actor)) return
  throw new DomainError('OPERATOR_REQUIRED', say('operatorNeeded'))
}
