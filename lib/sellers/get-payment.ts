import { DomainError } from '@/lib/infra/domain-error'
import type { Actor } from './actor'
import { isUuid } from './get-route'
import { paymentColumns } from './payment-columns'
import { type PaymentView, type StoredPayment, toPaymentView } from './payment-view'
import type { SellersContext } from './ports'

/** One payment of the actor's own shop. Fails with `PAYMENT_NOT_FOUND`, also for somebody else's. */
export async function getPayment({ database }: SellersContext, actor: Actor, paymentId: string): Promise<PaymentView> {
  const rows = isUuid(paymentId)
    ? await database.$queryRaw<StoredPayment[]>`
        SELECT ${paymentColumns} FROM payments
        WHERE id = ${paymentId}::uuid AND split_part(route_key, '/', 2) = 'x' AND split_part(route_key, '/', 3) =
          (SELECT handle FROM sellers WHERE account_id = ${actor.accountId}::uuid)`
    : []
  const row = rows[0]
  if (!row) throw new DomainError('PAYMENT_NOT_FOUND', 'Your shop has no such payment.')
  return toPaymentView(row)
}
