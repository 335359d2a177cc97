import type { DatabaseTransaction } from '@/lib/infra/database'
import { findQuotas, type Quotas, quotaReached } from './quotas'

/**
 * Fails with `QUOTA_REACHED` where a shop would have more routes or webhooks than it may with `more` of them. The shop must be locked in this
 * transaction, so that the count holds until the new row is written.
 */
export async function enforceQuota(
  transaction: DatabaseTransaction,
  {
    sellerId,
    name,
    defaults,
    more = 1,
  }: { sellerId: string; name: 'routes' | 'webhooks'; defaults: Quotas; more?: number },
): Promise<void> {
  const { [name]: allowed } = await findQuotas(transaction, { sellerId, defaults })
  if ((await counts[name](transaction, sellerId)) + more > allowed) throw quotaReached(name, allowed)
}

const counts = {
  routes: (transaction: DatabaseTransaction, sellerId: string) =>
    transaction.storedRoute.count({ where: { sellerId, state: { not: 'archived' } } }),
  webhooks: (transaction: DatabaseTransaction, sellerId: string) =>
    transaction.webhookEndpoint.count({ where: { sellerId } }),
}
