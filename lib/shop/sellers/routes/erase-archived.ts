import { type Database, type DatabaseTransaction, Prisma } from '@/lib/base/infra/database'
import { daysBefore, prune } from '@/lib/base/infra/prune'
import type { Retention } from '@/lib/base/infra/retention'
import { isOwnedSql } from '@/lib/payments/owned-route-sql'
import { keepImages } from '../images/images'

/**
 * Erases texts, files, images and upstreams of archived routes: after the site's time; at once where the shop is
 * closed. A text or file that someone has bought and may still open stays. Title, address and terms stay, since payments
 * name them. Each step is one transaction, so a crash leaves a route whole or erased. For a job.
 */
export async function eraseArchived(
  database: Database,
  { archivedDays }: Pick<Retention, 'archivedDays'>,
  { now, signal }: { now: Date; signal?: AbortSignal },
): Promise<number> {
  const archivedBefore = daysBefore(now, archivedDays)
  const isOwned = isOwnedSql(Prisma.sql`route.route_key`, Prisma.sql`route.id`)
  const step = (limit: number) =>
    database.$transaction(async (transaction) => {
      const rows = await transaction.$queryRaw<{ id: string }[]>`
        SELECT route.id FROM stored_routes AS route JOIN sellers AS shop ON shop.id = route.seller_id
        WHERE route.archived_at IS NOT NULL AND route.erased_at IS NULL
          AND (shop.closed_at IS NOT NULL OR route.archived_at < ${archivedBefore}::timestamptz)
          AND (route.kind NOT IN ('article', 'file') OR NOT ${isOwned})
        ORDER BY route.archived_at LIMIT ${limit} FOR UPDATE OF route SKIP LOCKED`
      await eraseRoutes(
        transaction,
        rows.map(({ id }) => id),
        now,
      )
      return rows.length
    })
  return prune(step, { ...(signal && { signal }), stepRows: 20 })
}

async function eraseRoutes(transaction: DatabaseTransaction, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  const ofRoutes = { where: { routeId: { in: ids } } }
  const files = await transaction.routeFile.findMany({ ...ofRoutes, select: { uploadId: true } })
  const uploads = { where: { uploadId: { in: files.map(({ uploadId }) => uploadId) } } }
  const images = await transaction.shopImage.findMany({
    where: { uses: { some: { routeId: { in: ids } } } },
    select: { imageId: true, seller: { select: { closedAt: true } } },
  })
  const imagesOf = (isClosed: boolean) =>
    images.filter(({ seller }) => (seller.closedAt !== null) === isClosed).map(({ imageId }) => imageId)
  // In an open shop an unsaved text may show them: `purgeImages` deletes them a month later.
  await keepImages(transaction, imagesOf(false), now)
  await transaction.routeArticle.deleteMany(ofRoutes)
  await transaction.routeUpstream.deleteMany(ofRoutes)
  await transaction.routeFile.deleteMany(ofRoutes)
  await transaction.fileChunk.deleteMany(uploads)
  await transaction.upload.deleteMany(uploads)
  await transaction.routeImage.deleteMany(ofRoutes)
  await dropUnshown(transaction, imagesOf(true))
  await transaction.storedRoute.updateMany({ where: { id: { in: ids } }, data: { erasedAt: now } })
}

/** Deletes those of these images that no text and no shop shows any more. */
export async function dropUnshown(transaction: DatabaseTransaction, imageIds: string[]): Promise<void> {
  const unshown = { imageId: { in: imageIds }, uses: { none: {} }, pictureOf: { none: {} } }
  const gone = await transaction.shopImage.findMany({ where: unshown, select: { imageId: true } })
  const ids = gone.map(({ imageId }) => imageId)
  await transaction.shopImage.deleteMany({ where: { imageId: { in: ids } } })
  await transaction.upload.deleteMany({ where: { uploadId: { in: ids } } })
}
