import type { DatabaseTransaction, Prisma } from '@/lib/base/infra/database'
import { recordChange } from './record-change'

type ListingAct = {
  /** The catalog's key of the listing. */
  key: string
  toolName: string | null
  /** The payTo wallet that signed the act. */
  wallet: string
  at: Date
  before: Prisma.InputJsonObject
  after: Prisma.InputJsonObject
}

/** Records an act that the payTo wallet signed about a listing; nothing where no shop here sells it. */
export async function recordListingAct(transaction: DatabaseTransaction, act: ListingAct): Promise<void> {
  const { key, toolName, ...change } = act
  const route = await transaction.storedRoute.findFirst({
    where: { OR: [{ listingKey: key }, ...(toolName === null ? [] : [{ toolName }])] },
    select: { id: true, seller: { select: { id: true, accountId: true } } },
  })
  if (!route) return
  const { id: sellerId, accountId } = route.seller
  await recordChange(transaction, { accountId }, { ...change, sellerId, act: 'listing.changed', subject: route.id })
}
