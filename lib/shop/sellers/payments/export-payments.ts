import { formatAtomic } from '@/lib/base/x402/money'
import type { PaymentView } from '@/lib/base/x402/payment-view'
import type { Actor } from '../actor'
import { parseInput } from '../input-refused-error'
import type { SellersContext } from '../ports'
import { openPayments, paymentFilter } from './find-payments'
import { streamRows, toLine } from './write-csv'

type Column = [name: string, cell: (payment: PaymentView, decimals: number) => string | Date | bigint | null]

const inTokens = (amountAtomic: bigint | null, decimals: number) =>
  amountAtomic === null ? null : formatAtomic(amountAtomic, decimals)

/** Columns keep their names and places; new ones are added at the end. */
const columns: Column[] = [
  ['payment_id', ({ paymentId }) => paymentId],
  ['claimed_at', ({ claimedAt }) => claimedAt],
  ['status', ({ status }) => status],
  ['reason', ({ reason }) => reason],
  ['route', ({ routeKey }) => routeKey],
  ['resource', ({ resourceUri }) => resourceUri],
  ['network', ({ network }) => network],
  ['scheme', ({ scheme }) => scheme],
  ['asset', ({ asset }) => asset],
  ['payer', ({ payer }) => payer],
  ['pay_to', ({ payTo }) => payTo],
  ['authorized_atomic', ({ authorizedAtomic }) => authorizedAtomic],
  ['settled_atomic', ({ settledAtomic }) => settledAtomic],
  ['settled_amount', ({ settledAtomic }, decimals) => inTokens(settledAtomic, decimals)],
  ['transaction', ({ transaction }) => transaction],
  ['settled_at', ({ settledAt }) => settledAt],
  ['delivered_at', ({ deliveredAt }) => deliveredAt],
  ['ended_at', ({ endedAt }) => endedAt],
  ['refunded_atomic', ({ refundedAtomic }) => refundedAtomic],
  ['refunded_amount', ({ refundedAtomic }, decimals) => inTokens(refundedAtomic, decimals)],
  ['kept_atomic', ({ keptAtomic }) => keptAtomic],
  ['kept_amount', ({ keptAtomic }, decimals) => inTokens(keptAtomic, decimals)],
]

/**
 * The actor's filtered payments as CSV (RFC 4180), newest first, read and sent piece by piece. The first piece is the
 * header. Fails before it when the filter is invalid, or names a route that is not the actor's.
 */
export async function exportPayments(
  context: SellersContext,
  actor: Actor,
  input: unknown,
): Promise<ReadableStream<Uint8Array>> {
  const find = await openPayments(context, actor, parseInput(paymentFilter, input))
  return streamRows(toLine(columns.map(([name]) => name)), find, (payment) =>
    toLine(columns.map(([, cell]) => cell(payment, context.decimalsOf(payment.network)))),
  )
}
