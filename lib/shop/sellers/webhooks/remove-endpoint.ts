import { DomainError } from '@/lib/base/infra/domain-error'
import { isUuid } from '@/lib/base/infra/is-uuid'
import { say } from '@/lib/base/sentences/say'
import { type Actor, lockOwnShop, shopOf } from '../actor'
import { recordChange } from '../audit/record-change'
import type { SellersContext } from '../ports'
import { originOf } from '../routes/route-facts'

/** Deletes a webhook with all of its deliveries. Fails with `ENDPOINT_NOT_FOUND`. */
export async function removeEndpoint(context: SellersContext, actor: Actor, endpointId: string): Promise<void> {
  if (!isUuid(endpointId)) throw notFound()
  const where = { id: endpointId, seller: shopOf(actor) }
  await context.database.$transaction(async (transaction) => {
    await lockOwnShop(transaction, actor)
    const endpoint = await transaction.webhookEndpoint.findFirst({ where })
    if (!endpoint) throw notFound()
    await transaction.webhookEndpoint.delete({ where: { id: endpointId } })
    const { sellerId, url, events } = endpoint
    const change = { at: context.clock(), sellerId, act: 'webhook.removed', subject: endpointId } as const
    await recordChange(transaction, actor, { ...change, before: { origin: originOf(url), events } })
  })
}

const notFound = () => new DomainError('ENDPOINT_NOT_FOUND', say('webhookUnknown'))
