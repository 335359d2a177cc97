import { type Database, sql } from '@/lib/base/infra/database'
import { isUuid } from '@/lib/base/infra/identifiers'
import type { PaymentView } from '@/lib/base/x402/views'
import { type Owner, ownsNothing, rightUntil, stillOpens, whereBought, whereOwner } from './payment-sql'

/** A settled payment as its payer sees it. Amounts are atomic units of `asset`. */
export type PurchaseView = Pick<
  PaymentView,
  'paymentId' | 'resourceUri' | 'network' | 'scheme' | 'asset' | 'payer' | 'payTo' | 'authorizedAtomic' | 'invoice'
> & {
  chargedAtomic: bigint
  /** Empty for an `upto` payment that was charged nothing. */
  transaction: string
  settledAt: Date
  /** Opens again by sign-in, until `accessEndsAt` where that is set. */
  isKept: boolean
  accessEndsAt: Date | null
  /** The stored route that it opens now; null for none. */
  routeId: string | null
}

export type PurchaseQuery = {
  owner: Owner
  paymentId?: string
  resourceUri?: string
  /** Words, an address of a resource or a transaction; empty finds all. */
  search?: string
  /** Resources that the words match other than by address, such as articles by their titles. */
  alsoResourceUris?: readonly string[]
  /** Oldest `settledAt` of the last page. */
  before?: Date
  limit?: number
}

const MAX_PAGE = 100

export async function listPurchases(database: Database, query: PurchaseQuery): Promise<PurchaseView[]> {
  const { owner, paymentId, resourceUri, search = '', alsoResourceUris = [], before, limit = MAX_PAGE } = query
  if (ownsNothing(owner)) return []
  // PostgreSQL keeps no NUL in a text, so no purchase has one.
  const words = search.replaceAll('\0', ' ').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8)
  const matches = words.map((word) => {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
    return sql`(lower(resource_uri) LIKE ${pattern} OR lower(transaction) LIKE ${pattern} OR lower(network) LIKE ${pattern})`
  })
  const found = sql`((${sql.join([sql`TRUE`, ...matches], ' AND ')}) OR resource_uri = ANY(${[...alsoResourceUris]}))`
  const isOne = paymentId === undefined ? sql`TRUE` : sql`id = ${paymentId}::uuid`
  const isOfIt = resourceUri === undefined ? sql`TRUE` : sql`resource_uri = ${resourceUri}`
  return database.rows<PurchaseView>(sql`
    SELECT ${columns} FROM payments
    WHERE ${whereOwner(owner)} AND ${whereBought} AND ${isOne} AND ${isOfIt} AND ${found}
      AND settled_at < ${withinReach(before)}
    ORDER BY settled_at DESC, id DESC
    LIMIT ${Math.min(limit, MAX_PAGE)}`)
}

const MAX_ADDRESSES = 2_000

/** Addresses of an owner's purchases, each once, in no order; only a part for very large libraries. */
export async function listBoughtAddresses(database: Database, owner: Owner): Promise<string[]> {
  if (ownsNothing(owner)) return []
  const rows = await database.rows<{ uri: string }>(sql`
    SELECT DISTINCT resource_uri AS uri FROM payments
    WHERE ${whereOwner(owner)} AND ${whereBought}
    LIMIT ${MAX_ADDRESSES}`)
  return rows.map(({ uri }) => uri)
}

/** Which of these addresses the owner has bought and may still open; in no order. */
export async function findKeptAmong(database: Database, owner: Owner, addresses: readonly string[]): Promise<string[]> {
  if (ownsNothing(owner) || addresses.length === 0) return []
  const rows = await database.rows<{ uri: string }>(sql`
    SELECT DISTINCT resource_uri AS uri FROM payments
    WHERE ${whereOwner(owner)} AND ${whereBought} AND resource_uri = ANY(${[...addresses]}) AND ${stillOpens}`)
  return rows.map(({ uri }) => uri)
}

/** A time that PostgreSQL can write; there are no purchases before the common era. */
const withinReach = (before = new Date(8.64e15)): Date => (before.getTime() > 0 ? before : new Date(0))

/** Null for an unknown payment and for another payer's alike. */
export async function findPurchase(
  database: Database,
  query: { owner: Owner; paymentId: string },
): Promise<PurchaseView | null> {
  const [purchase] = isUuid(query.paymentId) ? await listPurchases(database, query) : []
  return purchase ?? null
}

const columns = sql`
  id::text AS "paymentId", resource_uri AS "resourceUri", network, scheme, asset, payer, pay_to AS "payTo",
  authorized_atomic AS "authorizedAtomic", coalesce(settled_atomic, authorized_atomic) AS "chargedAtomic",
  coalesce(transaction, '') AS transaction, settled_at AS "settledAt",
  (entitlement_uri IS NOT NULL AND right_ended_at IS NULL) AS "isKept", ${rightUntil} AS "accessEndsAt", invoice,
  CASE WHEN ${stillOpens} THEN nullif(route_id, '') END AS "routeId"`
