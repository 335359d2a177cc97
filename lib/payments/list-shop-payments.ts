import { type Database, type Sql, sql } from '@/lib/base/infra/database'
import { type GivenBackFilter, isPaid, type PaymentStatus, type PaymentView } from '@/lib/base/x402/views'
import { isConfirmed, isPromised, refundedSql, settledIn, whereShop } from './payment-sql'

type ShopPayments = {
  handle: string
  paymentId?: string
  status?: PaymentStatus | undefined
  givenBack?: GivenBackFilter | undefined
  network?: string | undefined
  routeKey?: string | undefined
  from?: Date | undefined
  until?: Date | undefined
  /** Only those with an invoice that settled in this time. */
  invoicedIn?: { from: Date; until: Date }
  /** An address, transaction or payment id, or its beginning; or the whole id of a request. */
  search?: string | undefined
}

/** A part of a list that starts after a row. New payments do not shift it. */
export type Stretch = { after: { at: Date; id: string } | null; limit: number }

export async function listShopPayments(
  database: Database,
  wanted: ShopPayments,
  { after, limit }: Stretch,
): Promise<PaymentView[]> {
  const place = after && sql`(claimed_at, id) < (${after.at}, ${after.id}::uuid)`
  const conditions = [...conditionsOf(wanted), ...(place ? [place] : [])]
  // The index finds the page; only the page's rows are read.
  const rows = await database.rows<StoredPayment>(sql`
    SELECT ${columns} FROM payments WHERE id IN (
      SELECT id FROM payments WHERE ${sql.join(conditions, ' AND ')}
      ORDER BY claimed_at DESC, id DESC LIMIT ${limit})
    ORDER BY claimed_at DESC, id DESC`)
  return rows.map(toPaymentView)
}

function conditionsOf({
  handle,
  paymentId,
  status,
  givenBack,
  network,
  routeKey,
  from,
  until,
  invoicedIn,
  search,
}: ShopPayments): Sql[] {
  return [
    whereShop(handle),
    ...(paymentId === undefined ? [] : [sql`id = ${paymentId}::uuid`]),
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(givenBack === undefined ? [] : [isGivenBack[givenBack]]),
    ...(network === undefined ? [] : [sql`network = ${network}`]),
    ...(routeKey === undefined ? [] : [sql`route_key = ${routeKey}`]),
    ...(from === undefined ? [] : [sql`claimed_at >= ${from}`]),
    ...(until === undefined ? [] : [sql`claimed_at < ${until}`]),
    ...(invoicedIn ? [sql`invoice IS NOT NULL AND ${settledIn(invoicedIn)}`] : []),
    ...(search ? [matches(search)] : []),
  ]
}

const refundedIds = sql`(SELECT payment_id FROM refunds WHERE ${isConfirmed})`

const isGivenBack: Record<GivenBackFilter, Sql> = {
  none: sql`NOT EXISTS (SELECT 1 FROM refunds WHERE refunds.payment_id = payments.id AND ${isConfirmed})`,
  part: sql`id IN ${refundedIds} AND settled_atomic > ${refundedSql('payments.id')}`,
  whole: sql`id IN ${refundedIds} AND settled_atomic <= ${refundedSql('payments.id')}`,
  promised: sql`id IN (SELECT payment_id FROM refunds WHERE ${isPromised})`,
}

/**
 * Each part has its own index, so that no payment is read needlessly. A beginning that many share is looked for among
 * the newest instead, where it is found at once.
 */
function matches(search: string): Sql {
  const text = search.toLowerCase()
  if (text.length < 5) {
    // Written so that PostgreSQL does not use the index of beginnings for it.
    return sql`(left(lower(payer_identity), ${text.length}::int) = ${text}
      OR left(lower(transaction), ${text.length}::int) = ${text} OR left(id::text, ${text.length}::int) = ${text})`
  }
  const beginning = `${text.replace(/[\\%_]/g, '\\$&')}%`
  const parts = [
    sql`lower(payer_identity) LIKE ${beginning}`,
    sql`lower(transaction) LIKE ${beginning}`,
    sql`request_id = ${search}`,
    ...idsBeginningWith(text),
  ]
  return sql`(${sql.join(parts, ' OR ')})`
}

/** Ids with that beginning lie between two ids. */
function idsBeginningWith(text: string): Sql[] {
  const shape = '00000000-0000-0000-0000-000000000000'
  const isBeginning =
    text.length <= shape.length && [...text].every((c, at) => (shape[at] === '-' ? c === '-' : /[0-9a-f]/.test(c)))
  if (!isBeginning) return []
  const rest = shape.slice(text.length)
  return [sql`id BETWEEN ${text + rest}::uuid AND ${text + rest.replaceAll('0', 'f')}::uuid`]
}

const columns = sql`
  id AS "paymentId", route_key AS "routeKey", resource_uri AS "resourceUri", network, scheme, asset, payer,
  pay_to AS "payTo", authorized_atomic AS "authorizedAtomic", settled_atomic AS "settledAtomic",
  ${refundedSql('payments.id')} AS "refundedAtomic", ${refundedSql('payments.id', isPromised)} AS "promisedAtomic", status,
  reason, transaction, request_id AS "requestId", upstream_status AS "upstreamStatus", is_preempted AS "isPreempted", was_unknown AS "wasUnknown", challenged_at AS "challengedAt",
  claimed_at AS "claimedAt", verified_at AS "verifiedAt", produced_at AS "producedAt", settling_at AS "settlingAt",
  settled_at AS "settledAt", delivered_at AS "deliveredAt", ended_at AS "endedAt", invoice`

type StoredPayment = Omit<PaymentView, 'givenBack' | 'keptAtomic'>

function toPaymentView(row: StoredPayment): PaymentView {
  const { settledAtomic, refundedAtomic } = row
  return {
    ...row,
    givenBack: refundedAtomic === 0n ? 'none' : refundedAtomic < (settledAtomic ?? 0n) ? 'part' : 'whole',
    keptAtomic: isPaid(row.status) && settledAtomic !== null ? settledAtomic - refundedAtomic : null,
  }
}

/** Start of its present status. A settled payment ends again when its content is given up. */
const endedAt = sql.raw(`CASE WHEN status = 'settled' THEN settled_at ELSE ended_at END`)

/**
 * SQL: the payments of a shop that have ended, under the names of `PaymentView`; `endedAt` is when each came to its
 * present status. Amounts are text. The index of ended payments serves conditions on `endedAt`.
 */
export const endedPaymentsSql = (handle: Sql): Sql => sql`
  SELECT id AS "paymentId", route_key AS "routeKey", resource_uri AS "resourceUri", network, asset, payer,
    pay_to AS "payTo", settled_atomic::text AS "amountAtomic",
    ${refundedSql('payments.id')}::text AS "refundedAtomic", status, reason, transaction,
    was_unknown AS "wasUnknown", ${endedAt} AS "endedAt"
  FROM payments WHERE ${whereShop(handle)} AND status IN ('settled', 'received', 'refused', 'undecidable')`
