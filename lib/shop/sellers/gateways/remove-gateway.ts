import { DomainError } from '@/lib/base/infra/domain-error'
import { isUuid } from '@/lib/base/infra/is-uuid'
import { say } from '@/lib/base/sentences/say'
import { type Actor, changeOwnShop } from '../actor'
import { recordChange } from '../audit/record-change'
import type { SellersContext } from '../ports'
import { writeOperations } from './write-operations'

/** Archives every operation of a gateway, and deletes the gateway and its secret headers; payments stay. */
export async function removeGateway(context: SellersContext, actor: Actor, gatewayId: string): Promise<void> {
  const { database, clock, sealKey, limits } = context
  await database.$transaction(async (transaction) => {
    const { id: sellerId, revision } = await changeOwnShop(transaction, actor)
    const found = isUuid(gatewayId) ? await transaction.gateway.findFirst({ where: { id: gatewayId, sellerId } }) : null
    if (!found) throw new DomainError('GATEWAY_NOT_FOUND', say('gatewayUnknown'))
    const now = clock()
    const { title, prefix, timeoutMs, maxBytes } = found
    const { archived } = await writeOperations(transaction, {
      ...{ sealKey, operations: [], sellerId, gatewayId, revision, now, quotas: limits.quotas },
      upstream: { headers: {}, timeoutMs, maxBytes },
    })
    await transaction.gateway.delete({ where: { id: gatewayId } })
    const before = { title, path: prefix, operations: archived }
    await recordChange(transaction, actor, { at: now, sellerId, act: 'gateway.removed', subject: gatewayId, before })
  })
}
