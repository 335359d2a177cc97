import { DomainError } from '@/lib/base/infra/domain-error'
import { isUuid } from '@/lib/base/infra/is-uuid'
import { say } from '@/lib/base/sentences/say'
import { cancelRefund as deletePromise } from '@/lib/payments/refund-ledger'
import { type Actor, lockOwnShop } from '../actor'
import { recordChange } from '../audit/record-change'
import type { SellersContext } from '../ports'
import { refundFacts } from './refund-facts'

/** Cancels a promised refund that was not sent. Fails with `REFUND_NOT_FOUND`, also once it is confirmed. */
export async function cancelRefund(context: SellersContext, actor: Actor, refundId: string): Promise<void> {
  const { database, clock } = context
  if (!isUuid(refundId)) throw notFound()
  await database.$transaction(async (transaction) => {
    const sellerId = await lockOwnShop(transaction, actor, { isAboutMoney: true })
    const refund = await deletePromise(transaction, { refundId, sellerId })
    if (!refund) throw notFound()
    const before = refundFacts(refund)
    await recordChange(transaction, actor, {
      at: clock(),
      sellerId,
      act: 'refund.cancelled',
      subject: refundId,
      before,
    })
  })
}

const notFound = () => new DomainError('REFUND_NOT_FOUND', say('refundUnknown'))
