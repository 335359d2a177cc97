import { z } from 'zod'
import { type Database, type DatabaseTransaction, sql } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import { type Actor, getOwnSeller } from '../actor'
import { inOwnShop } from '../audit/own-shop'
import type { Quotas, SellersContext } from '../ports'

const quotaNames = ['routes', 'files', 'bytes', 'uploadsPerMinute', 'webhooks'] as const
export const shopQuotas: Quotas = {
  routes: 1_000,
  files: 100,
  bytes: 1_000_000_000,
  uploadsPerMinute: 10,
  webhooks: 10,
}

const quotaReached = (name: keyof Quotas | 'newRoutes', allowed: number): DomainError =>
  new DomainError('QUOTA_REACHED', say('quota', { allowed, things: say(`quotaOf.${name}`) }))

const DAY_MS = 86_400_000

/**
 * Archived routes keep their rows and texts, but no longer count. New routes within 24 hours are limited to the quota
 * times this, which bounds how fast archived ones pile up.
 */
const ROUTES_ANEW = 2

/**
 * Throws `QUOTA_REACHED` where `more` routes or webhooks would exceed a shop's limit, or too many routes were made
 * within 24 hours. The shop must be locked in this transaction, so that the count holds until the new row is written.
 */
export async function enforceQuota(
  transaction: DatabaseTransaction,
  {
    sellerId,
    name,
    quotas,
    now,
    more = 1,
  }: { sellerId: string; name: 'routes' | 'webhooks'; quotas: Quotas; now: Date; more?: number },
): Promise<void> {
  const allowed = quotas[name]
  if ((await counted[name](transaction, sellerId)) + more > allowed) throw quotaReached(name, allowed)
  if (name !== 'routes') return
  const made = await transaction.storedRoute.count({
    where: { sellerId, createdAt: { gt: new Date(now.getTime() - DAY_MS) } },
  })
  if (made + more > allowed * ROUTES_ANEW) throw quotaReached('newRoutes', allowed * ROUTES_ANEW)
}

type Reading = Database | DatabaseTransaction

const counted = {
  routes: (database: Reading, sellerId: string) =>
    database.storedRoute.count({ where: { sellerId, state: { not: 'archived' } } }),
  webhooks: (database: Reading, sellerId: string) => database.webhookEndpoint.count({ where: { sellerId } }),
}

export const usageShape = z.object({ name: z.enum(quotaNames), used: z.number(), allowed: z.number() })
type QuotaUsage = z.infer<typeof usageShape>

const MINUTE_MS = 60_000

export async function readUsage({ database, clock, limits }: SellersContext, actor: Actor): Promise<QuotaUsage[]> {
  const { id: sellerId } = await getOwnSeller(database, actor)
  const [routes, webhooks, files, seller] = await Promise.all([
    counted.routes(database, sellerId),
    counted.webhooks(database, sellerId),
    database.upload.aggregate({ where: { sellerId }, _count: { routeId: true }, _sum: { bytes: true } }),
    database.seller.findUniqueOrThrow({ where: { id: sellerId } }),
  ])
  const isWithinMinute = seller.uploadsSince && clock().getTime() - seller.uploadsSince.getTime() < MINUTE_MS
  const uploadsPerMinute = isWithinMinute ? seller.uploadCount : 0
  const used = {
    routes,
    webhooks,
    files: files._count.routeId,
    bytes: Number(files._sum.bytes ?? 0n),
    uploadsPerMinute,
  }
  return quotaNames.map((name) => ({ name, used: used[name], allowed: limits.quotas[name] }))
}

type UploadReservation = {
  uploadId: string
  /** Null for an image of the shop's texts. */
  routeId: string | null
  bytes: number
  /** An import, which runs once at a time for each account, is not counted by the minute. */
  isImported?: boolean
}

/**
 * Reserves room for a file before any of it is stored, in the shop and on the whole site, so that parallel uploads
 * never exceed a limit together. The replaced file does not count against the shop; images count by their bytes, and
 * not as files. Fails with `QUOTA_REACHED`, `UPLOADS_TOO_MANY`, or `STORAGE_FULL` when the whole site has no room.
 */
export async function reserveUpload(
  context: SellersContext,
  actor: Actor,
  reservation: UploadReservation,
): Promise<void> {
  const { limits } = context
  const allowed = limits.quotas
  const { uploadId, routeId, bytes, isImported = false } = reservation
  await inOwnShop(context, actor, async ({ transaction, sellerId, now }) => {
    if (!isImported) await countUpload(transaction, { sellerId, now, allowed: allowed.uploadsPerMinute })
    const stored = routeId === null ? null : await transaction.routeFile.findUnique({ where: { routeId } })
    const others = await transaction.upload.aggregate({
      where: { sellerId, ...(stored && { uploadId: { not: stored.uploadId } }) },
      _count: { routeId: true },
      _sum: { bytes: true },
    })
    if (routeId !== null && others._count.routeId >= allowed.files) throw quotaReached('files', allowed.files)
    if (Number(others._sum.bytes ?? 0n) + bytes > allowed.bytes) throw quotaReached('bytes', allowed.bytes)
    // One reservation of the whole site at a time, so that the sum holds. Locks are always taken in this order.
    await transaction.execute(sql`SELECT pg_advisory_xact_lock(hashtext('turnpike stored bytes'))`)
    const { _sum: all } = await transaction.upload.aggregate({ _sum: { bytes: true } })
    if (Number(all.bytes ?? 0n) + bytes > limits.storedBytes) throw new DomainError('STORAGE_FULL', say('storageFull'))
    await transaction.upload.create({ data: { uploadId, sellerId, routeId, bytes: BigInt(bytes), createdAt: now } })
  })
}

async function countUpload(
  transaction: DatabaseTransaction,
  { sellerId, now, allowed }: { sellerId: string; now: Date; allowed: number },
): Promise<void> {
  const minuteAgo = new Date(now.getTime() - MINUTE_MS)
  const counted = await transaction.execute(sql`
    UPDATE sellers SET
      upload_count = CASE WHEN uploads_since > ${minuteAgo} THEN upload_count + 1 ELSE 1 END,
      uploads_since = CASE WHEN uploads_since > ${minuteAgo} THEN uploads_since ELSE ${now} END
    WHERE id = ${sellerId}::uuid AND ${allowed} > CASE WHEN uploads_since > ${minuteAgo} THEN upload_count ELSE 0 END`)
  if (counted === 1) return
  throw new DomainError('UPLOADS_TOO_MANY', say('uploadsTooMany', { allowed }))
}
