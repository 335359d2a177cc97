import type { DatabaseTransaction } from '@/lib/base/infra/database'
import { type Quotas, quotaReached } from './quotas'

const DAY_MS = 86_400_000

/**
 * Archived routes keep their rows and texts, but no longer count. New routes within 24 hours are limited to the quota
 * times this, which bounds how fast archived ones pile up.
 */
const ROUTES_ANEW = 2

/**
 * Throws `QUOTA_REACHED` where `more` routes or webhooks would exceed a shop's limit, or too many routes were made
 * within 24 hours. The shop must be locked in this transaction, so that the count holds until the new row is written.
 */
export async function enforceQuota(
  transaction: DatabaseTransaction,
  {
    sellerId,
    name,
    quotas,
    now,
    more = 1,
  }: { sellerId: string; name: 'routes' | 'webhooks'; quotas: Quotas; now: Date; more?: number },
): Promise<void> {
  const allowed = quotas[name]
  if ((await counts[name](transaction, sellerId)) + more > allowed) throw quotaReached(name, allowed)
  if (name !== 'routes') return
  const made = await transaction.storedRoute.count({
    where: { sellerId, createdAt: { gt: new Date(now.getTime() - DAY_MS) } },
  })
  if (made + more > allowed * ROUTES_ANEW) throw quotaReached('newRoutes', allowed * ROUTES_ANEW)
}

const counts = {
  routes: (transaction: DatabaseTransaction, sellerId: string) =>
    transaction.storedRoute.count({ where: { sellerId, state: { not: 'archived' } } }),
  webhooks: (transaction: DatabaseTransaction, sellerId: string) =>
    transaction.webhookEndpoint.count({ where: { sellerId } }),
}
