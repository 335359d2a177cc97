import { z } from 'zod'
import { ruled } from '@/lib/base/sentences/say'
import { listAllChanges, siteChangePageInput, siteChangePageShape } from '@/lib/shop/sellers/audit/changes'
import { getShop, listShops, siteShopPageShape, siteShopShape } from '@/lib/shop/sellers/operating/shops'
import { listSuspensions, suspend, suspendedShape, suspensionInput } from '@/lib/shop/sellers/operating/suspensions'
import { operation, pageLimit } from './operation'

const pageQuery = z
  .object({
    search: z.string().max(100).optional(),
    cursor: z.string().uuid(ruled('cursorInvalid')).optional(),
    limit: pageLimit,
  })
  .strict()

const suspensionsShape = z.object({ suspensions: z.array(suspendedShape) })

/** For operators, with a key of their own shop; all other keys are refused. */
export const siteOperations = {
  listShops: operation('GET /site/shops', 'site:read', {
    summary: 'For operators: the shops of the site, newest first.',
    query: pageQuery,
    answer: siteShopPageShape,
    run: ({ context, query }) => listShops(context, query),
  }),
  getSiteShop: operation('GET /site/shops/{handle}', 'site:read', {
    summary: 'For operators: a shop with its payout addresses and its routes.',
    query: pageQuery,
    answer: siteShopShape,
    run: (call) => getShop(call.context, call.params.handle, call.query),
  }),
  listSuspensions: operation('GET /site/suspensions', 'site:read', {
    summary: 'For operators: everything that is suspended now.',
    answer: suspensionsShape,
    run: async ({ context }) => ({ suspensions: await listSuspensions(context) }),
  }),
  suspend: operation('PUT /site/suspensions', 'site:write', {
    summary: 'For operators: suspends a shop, a route or the listing of a route; without a reason, lifts that.',
    body: suspensionInput,
    answer: suspensionsShape,
    refusals: [404],
    run: async ({ context, actor, body }) => {
      await suspend(context, actor, body)
      return { suspensions: await listSuspensions(context) }
    },
  }),
  listSiteChanges: operation('GET /site/changes', 'site:read', {
    summary: 'For operators: who changed what in all shops, newest first.',
    query: siteChangePageInput.extend({ limit: pageLimit }),
    answer: siteChangePageShape,
    run: ({ context, query }) => listAllChanges(context, query),
  }),
}
