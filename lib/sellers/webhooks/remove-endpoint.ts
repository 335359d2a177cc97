import { DomainError } from '@/lib/infra/domain-error'
import type { Actor } from '../actor'
import { isUuid } from '../get-route'
import type { SellersContext } from '../ports'

/** Takes a webhook away with all that was delivered to it. Fails with `ENDPOINT_NOT_FOUND`. */
export async function removeEndpoint({ database }: SellersContext, actor: Actor, endpointId: string): Promise<void> {
  const where = { id: endpointId, seller: { accountId: actor.accountId } }
  const { count } = isUuid(endpointId) ? await database.webhookEndpoint.deleteMany({ where }) : { count: 0 }
  if (count === 0) throw new DomainError('ENDPOINT_NOT_FOUND', 'Your shop has no such webhook.')
}
