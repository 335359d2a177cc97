import { formatAtomic } from '@/lib/base/x402/money'
import type { PaymentView } from '@/lib/base/x402/payment-view'
import type { Actor } from '../actor'
import { parseInput } from '../input-refused-error'
import type { SellersContext } from '../ports'
import { openPayments, paymentFilter } from './find-payments'

const ROWS_PER_READ = 500

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
  const encoder = new TextEncoder()
  let last: PaymentView | null = null
  let hasBegun = false
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!hasBegun) {
          hasBegun = true
          return controller.enqueue(encoder.encode(toLine(columns.map(([name]) => name))))
        }
        const payments = await find(last, ROWS_PER_READ)
        last = payments.at(-1) ?? null
        const lines = payments.map((payment) =>
          toLine(columns.map(([, cell]) => cell(payment, context.decimalsOf(payment.network)))),
        )
        if (lines.length > 0) controller.enqueue(encoder.encode(lines.join('')))
        if (payments.length < ROWS_PER_READ) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

const toLine = (cells: (string | Date | bigint | null)[]) => `${cells.map(toCell).join(',')}\r\n`

/** Buyers choose query and path, so a cell that a spreadsheet would run as a formula gets a leading quote. */
function toCell(value: string | Date | bigint | null): string {
  const text = value === null ? '' : value instanceof Date ? value.toISOString() : String(value)
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
