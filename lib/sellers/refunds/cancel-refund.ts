import { DomainError } from '@/lib/infra/domain-error'
import type { Actor } from '../actor'
import { isUuid } from '../get-route'
import type { SellersContext } from '../ports'

/** Takes back a promise for which no money was sent. Fails with `REFUND_NOT_FOUND`, also once it is confirmed. */
export async function cancelRefund({ database }: SellersContext, actor: Actor, refundId: string): Promise<void> {
  const where = { id: refundId, status: 'promised', seller: { accountId: actor.accountId } }
  const { count } = isUuid(refundId) ? await database.refund.deleteMany({ where }) : { count: 0 }
  if (count === 0) throw new DomainError('REFUND_NOT_FOUND', 'Your shop has promised no such refund.')
}
