import { currentOwner } from '@/app/_server/current-session'
import { listPurchases, type PurchaseView } from '@/lib/payments/list-purchases'
import { running } from '@/lib/site/compose/running'

/** The reader's own payment for a path of this site; null where another way opened it, such as only a sign-in. */
export async function findOwnPurchase(path: string): Promise<PurchaseView | null> {
  const { database, env } = running('site')
  const resourceUri = `${env.publicOrigin}${path}`
  const found = await listPurchases(database, { owner: await currentOwner(), search: resourceUri })
  return found.find((each) => each.resourceUri === resourceUri) ?? null
}
