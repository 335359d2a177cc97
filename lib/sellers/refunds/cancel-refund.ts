import { DomainError } from '@/lib/infra/domain-error'
import { type Actor, lockOwnShop } from '../actor'
import { recordChange } from '../audit/record-change'
import { isUuid } from '../get-route'
import type { SellersContext } from '../ports'
import { refundFacts } from './refund-facts'

/** Takes back a promise for which no money was sent. Fails with `REFUND_NOT_FOUND`, also once it is confirmed. */
export async function cancelRefund({ database, clock }: SellersContext, actor: Actor, refundId: string): Promise<void> {
  if (!isUuid(refundId)) throw notFound()
  const where = { id: refundId, status: 'promised', seller: { accountId: actor.accountId } }
  await database.$transaction(async (transaction) => {
    await lockOwnShop(transaction, actor)
    const refund = await transaction.refund.findFirst({ where })
    const { count } = await transaction.refund.deleteMany({ where })
    if (!refund || count === 0) throw notFound()
    const { sellerId } = refund
    const before = refundFacts({ ...refund, amountAtomic: refund.amountAtomic.toFixed() })
    await recordChange(transaction, actor, {
      at: clock(),
      sellerId,
      act: 'refund.cancelled',
      subject: refundId,
      before,
    })
  })
}

const notFound = () => new DomainError('REFUND_NOT_FOUND', 'Your shop has promised no such refund.')
