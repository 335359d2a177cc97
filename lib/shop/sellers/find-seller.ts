import type { Actor } from './actor'
import type { SellersContext } from './ports'
import { profileOf, type ShopProfile } from './storefront/profile-input'
import { type Suspension, suspensionOf } from './suspensions/suspension'

export type SellerView = {
  sellerId: string
  handle: string
  name: string
  profile: ShopProfile
  /** Set while operators have suspended the whole shop; else null. */
  suspension: Suspension | null
  /** Confirmed payees by network. */
  payees: { network: string; address: string; confirmedAt: Date }[]
}

export async function findSeller({ database }: SellersContext, actor: Actor): Promise<SellerView | null> {
  const seller = await database.seller.findUnique({
    where: { accountId: actor.accountId },
    include: { payees: { orderBy: { network: 'asc' } } },
  })
  if (!seller) return null
  const payees = seller.payees.map(({ network, address, confirmedAt }) => ({ network, address, confirmedAt }))
  const { id: sellerId, handle, name } = seller
  return { sellerId, handle, name, profile: profileOf(seller), suspension: suspensionOf(seller), payees }
}
