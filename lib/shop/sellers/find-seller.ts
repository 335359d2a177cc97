import { z } from 'zod'
import { id, time } from '@/lib/base/x402/answer-parts'
import { type Actor, shopOf } from './actor'
import type { SellersContext } from './ports'
import { profileInput, profileOf, profileVersion } from './storefront/profile-input'
import { suspensionOf, suspensionShape } from './suspensions/suspension'

export const sellerShape = z.object({
  suspension: suspensionShape,
  closedAt: time.nullable().describe('Since when the shop is closed by its owner; null while it is open.'),
  sellerId: id,
  handle: z.string(),
  name: z.string(),
  profile: profileInput,
  version: z.string().describe('Of the profile. As `ETag`, for `If-Match`.'),
  payees: z.array(z.object({ network: z.string(), address: z.string(), confirmedAt: time })),
})
export type SellerView = z.infer<typeof sellerShape>

export async function findSeller({ database }: SellersContext, actor: Actor): Promise<SellerView | null> {
  const seller = await database.seller.findUnique({
    where: shopOf(actor),
    include: { payees: { orderBy: { network: 'asc' } } },
  })
  if (!seller) return null
  const payees = seller.payees.map(({ network, address, confirmedAt }) => ({ network, address, confirmedAt }))
  const { id: sellerId, handle, name, closedAt } = seller
  return {
    sellerId,
    handle,
    name,
    closedAt,
    profile: profileOf(seller),
    version: profileVersion(seller),
    suspension: suspensionOf(seller),
    payees,
  }
}
