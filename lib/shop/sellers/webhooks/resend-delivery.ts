import { DomainError } from '@/lib/base/infra/domain-error'
import { isUuid } from '@/lib/base/infra/is-uuid'
import { say } from '@/lib/base/sentences/say'
import { type Actor, shopOf } from '../actor'
import type { SellersContext } from '../ports'

/** Sends a delivery again unchanged, with a new signature, at the worker's next turn. */
export async function resendDelivery(context: SellersContext, actor: Actor, deliveryId: string): Promise<void> {
  const { database, clock } = context
  const where = { id: deliveryId, endpoint: { seller: shopOf(actor) } }
  const data = { state: 'waiting' as const, attemptCount: 0, nextAttemptAt: clock() }
  const { count } = isUuid(deliveryId) ? await database.webhookDelivery.updateMany({ where, data }) : { count: 0 }
  if (count === 0) throw new DomainError('DELIVERY_NOT_FOUND', say('deliveryUnknown'))
}
