import { Readable } from 'node:stream'
import { z } from 'zod'
import { DomainError } from '@/lib/base/infra/domain-error'
import { isUuid } from '@/lib/base/infra/identifiers'
import { ruled, say } from '@/lib/base/sentences/say'
import { formatAtomic } from '@/lib/base/x402/money'
import { givenBackFilters, nextCursor, type PaymentView, paymentShape, paymentStatuses } from '@/lib/base/x402/views'
import { listShopPayments, type Stretch } from '@/lib/payments/list-shop-payments'
import { type Actor, getOwnSeller, shopOf } from '../actor'
import type { SellersContext } from '../ports'
import { pageOf, timeCursor, timePageQuery } from '../views'

const expected = 'Expected a time such as 2026-01-31T00:00:00Z.'

const instant = z
  .string()
  .datetime(expected)
  // The database knows no year 0.
  .refine((text) => !text.startsWith('0000'), expected)
  .transform((text) => new Date(text))
  .optional()

export const paymentFilter = z
  .object({
    status: z.enum(paymentStatuses).optional(),
    givenBack: z.enum(givenBackFilters).optional(),
    network: z.string().max(100).optional(),
    routeId: z.string().refine(isUuid, ruled('routeIdInvalid')).optional(),
    from: instant.describe('Claimed at that time or later.'),
    until: instant.describe('Claimed before that time.'),
    /** An address, transaction or payment id, or the beginning of one; or the id of a request. */
    search: z.string().trim().max(100).optional(),
  })
  .strict()
type PaymentFilter = z.output<typeof paymentFilter>

/** The filter as the ledger knows it. Fails with `ROUTE_NOT_FOUND` for a route that is not the actor's. */
async function toLedgerFilter({ database }: SellersContext, actor: Actor, { routeId, ...filter }: PaymentFilter) {
  const { handle } = await getOwnSeller(database, actor)
  if (routeId === undefined) return { handle, ...filter }
  const where = { id: routeId, seller: shopOf(actor) }
  const route = await database.storedRoute.findFirst({ where, select: { routeKey: true } })
  if (!route) throw new DomainError('ROUTE_NOT_FOUND', say('routeUnknown'))
  return { handle, routeKey: route.routeKey, ...filter }
}

/** One payment of the actor's own shop. Fails with `PAYMENT_NOT_FOUND`, also for another shop's. */
export async function getPayment({ database }: SellersContext, actor: Actor, paymentId: string): Promise<PaymentView> {
  const { handle } = await getOwnSeller(database, actor)
  const one = { after: null, limit: 1 }
  const [payment] = isUuid(paymentId) ? await listShopPayments(database, { handle, paymentId }, one) : []
  if (!payment) throw new DomainError('PAYMENT_NOT_FOUND', say('paymentUnknown'))
  return payment
}

export const paymentPageQuery = paymentFilter.extend(timePageQuery)

export const paymentPageShape = z.object({ payments: z.array(paymentShape), nextCursor })

/**
 * Every attempt to pay the actor's routes, newest first, page by page; new ones do not shift the pages. Fails with
 * `ROUTE_NOT_FOUND` for a route that is not the actor's.
 */
export async function listPayments(
  context: SellersContext,
  actor: Actor,
  { cursor, limit = 50, ...filter }: Partial<z.output<typeof paymentPageQuery>>,
): Promise<z.infer<typeof paymentPageShape>> {
  const wanted = await toLedgerFilter(context, actor, filter)
  const rows = await listShopPayments(context.database, wanted, { after: cursor ?? null, limit: limit + 1 })
  const { shown, nextCursor } = pageOf(rows, limit, ({ claimedAt, paymentId }) => timeCursor(claimedAt, paymentId))
  return { payments: shown, nextCursor }
}

type ExportColumn = [name: string, cell: (payment: PaymentView, decimals: number) => string | Date | bigint | null]

const inTokens = (amountAtomic: bigint | null, decimals: number) =>
  amountAtomic === null ? null : formatAtomic(amountAtomic, decimals)

/** Columns keep their names and places; new ones are added at the end. */
const columns: ExportColumn[] = [
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
  ['invoice', ({ invoice }) => invoice?.number ?? null],
]

/**
 * The actor's filtered payments as CSV (RFC 4180), newest first, read and sent piece by piece, so that new ones do not
 * shift the others. The first piece is the header. Fails before it when the filter names a route that is not the actor's.
 */
export async function exportPayments(
  context: SellersContext,
  actor: Actor,
  filter: PaymentFilter,
): Promise<ReadableStream<Uint8Array>> {
  const lines = linesOf(context, await toLedgerFilter(context, actor, filter))
  // The types of Node.js and of browsers for one class.
  return Readable.toWeb(Readable.from(lines, { objectMode: false })) as ReadableStream<Uint8Array>
}

const ROWS_PER_READ = 500

/** The head, then page by page; one with fewer rows than asked for is the last. */
async function* linesOf({ database, decimalsOf }: SellersContext, filter: Parameters<typeof listShopPayments>[1]) {
  yield toLine(columns.map(([name]) => name))
  for (let after: Stretch['after'] = null; ; ) {
    const rows: PaymentView[] = await listShopPayments(database, filter, { after, limit: ROWS_PER_READ })
    const lines = rows.map((payment) => toLine(columns.map(([, cell]) => cell(payment, decimalsOf(payment.network)))))
    if (rows.length > 0) yield lines.join('')
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_PER_READ) return
    after = { at: last.claimedAt, id: last.paymentId }
  }
}

type Cell = string | Date | bigint | null

const toLine = (cells: Cell[]) => `${cells.map(toCell).join(',')}\r\n`

/** Buyers choose query and path, so a cell that a spreadsheet would run as a formula gets a leading quote. */
function toCell(value: Cell): string {
  const text = value === null ? '' : value instanceof Date ? value.toISOString() : String(value)
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
