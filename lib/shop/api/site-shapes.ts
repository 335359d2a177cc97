import { z } from 'zod'
import { ownQuotas } from '@/lib/shop/sellers/quotas/quotas'
import { changeShape, id, nextCursor, state, suspension, time, usage } from './shapes'

export const siteShopPageShape = z.object({
  shops: z.array(
    z.object({
      sellerId: id,
      handle: z.string(),
      name: z.string(),
      openedAt: time,
      isSuspended: z.boolean(),
      routes: z.number().describe('Without archived ones.'),
    }),
  ),
  nextCursor,
})

export const siteShopShape = z.object({
  sellerId: id,
  handle: z.string(),
  name: z.string(),
  openedAt: time,
  suspension,
  usage: z.array(usage),
  ownQuotas: ownQuotas.describe('Set for this shop; the rest is as configured for all.'),
  configuredQuotas: ownQuotas.describe('For shops of which no operator has said otherwise.'),
  payees: z.array(z.object({ network: z.string(), address: z.string() })),
  routes: z.array(
    z.object({
      routeId: id,
      title: z.string(),
      method: z.string(),
      path: z.string(),
      state,
      suspension,
      listingReason: z.string().nullable().describe('Why its listing is suspended; null while it is not.'),
    }),
  ),
  nextCursor,
})

export const suspensionsShape = z.object({
  suspensions: z.array(
    z.object({
      what: z.enum(['shop', 'route', 'listing']),
      handle: z.string(),
      method: z.string().nullable(),
      path: z.string().nullable(),
      reason: z.string(),
      isContentClosed: z.boolean(),
    }),
  ),
})

export const siteChangePageShape = z.object({
  changes: z.array(changeShape.extend({ accountId: id, handle: z.string().nullable() })),
  nextCursor,
})

export const invitationPageShape = z.object({
  invitations: z.array(
    z.object({
      invitationId: id,
      note: z.string(),
      ending: z.string().describe('The last four characters of the code.'),
      wallet: z.string().nullable().describe('The only wallet that may use it; null for anyone with the code.'),
      state: z.enum(['open', 'used', 'withdrawn', 'expired']),
      createdAt: time,
      expiresAt: time,
      handle: z.string().nullable().describe('The shop that was opened with it.'),
    }),
  ),
  nextCursor,
})
export const newInvitationShape = z.object({
  invitationId: id,
  code: z.string().describe('Shown this once.'),
  url: z.string().describe('Opens the form with the code in it.'),
  expiresAt: time,
})
