import { z } from 'zod'
import type { Actor } from '../actor'
import type { SellersContext } from '../ports'
import { requireOperator } from './require-operator'

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
export async function listSuspensions(context: SellersContext, actor: Actor): Promise<SuspensionView[]> {
  await requireOperator(context, actor)
  return context.database.$queryRaw<SuspensionView[]>`
    SELECT 'shop' AS what, handle, NULL AS method, NULL AS path, suspended_reason AS reason,
      is_content_closed AS "isContentClosed"
    FROM sellers WHERE suspended_reason IS NOT NULL
    UNION ALL SELECT kind.what, seller.handle, route.method, route.path, kind.reason, kind.is_closed
    FROM stored_routes route JOIN sellers seller ON seller.id = route.seller_id
    CROSS JOIN LATERAL (VALUES ('route', route.suspended_reason, route.is_content_closed),
      ('listing', route.listing_suspended_reason, false)) AS kind (what, reason, is_closed)
    WHERE kind.reason IS NOT NULL AND route.state <> 'archived'
    ORDER BY handle, path NULLS FIRST, what LIMIT 500`
}
