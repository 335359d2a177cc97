import { type Database, type DatabaseTransaction, sql } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { daysBefore, prune, type Retention } from '@/lib/base/infra/prune'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { isOwnedSql } from '@/lib/payments/payment-sql'
import type { Actor } from '../actor'
import { changeShop } from '../audit/own-shop'
import { keepImages } from '../images/images'
import { routeSuspended } from '../operating/suspensions'
import { reloadRoutes } from '../passes/shop-passes'
import type { SellersContext } from '../ports'
import type { RouteState } from './route-input'
import { getRoute } from './routes'

/** Starts selling, or resumes after a pause. Fails with `FILE_MISSING` for a file that has not been uploaded. */
export async function publishRoute(context: SellersContext, actor: Actor, routeId: string): Promise<void> {
  const route = await getRoute(context, actor, routeId)
  if (route.kind === 'file' && !route.file) throw new DomainError('FILE_MISSING', say('fileMissing'))
  await moveRoute(context, actor, routeId, { from: ['draft', 'paused'], to: 'live', refusal: say('archivedForGood') })
}

/** Stops selling until it is published again: the address says so, and purchases stay open. */
export const pauseRoute = (context: SellersContext, actor: Actor, routeId: string): Promise<void> =>
  moveRoute(context, actor, routeId, { from: ['live'], to: 'paused', refusal: say('pauseLive') })

/**
 * Archives a route permanently; its payments stay, and the shop can use its address for another route. Fails with
 * `ROUTE_SUSPENDED` for a suspended one, which keeps its address.
 */
export function archiveRoute(context: SellersContext, actor: Actor, routeId: string): Promise<void> {
  const from = ['draft', 'live', 'paused'] as const
  return moveRoute(context, actor, routeId, { from, to: 'archived', refusal: say('archiveRefused') })
}

/** Its address and name are free for others. */
export const archivedAt = (now: Date) => ({ state: 'archived', shape: null, toolName: null, archivedAt: now }) as const

type RouteMove = { from: readonly RouteState[]; to: RouteState; refusal: Sentence }

/** Changes a route's state; no change if it has that state already. A suspended one can only be paused. */
async function moveRoute(context: SellersContext, actor: Actor, routeId: string, move: RouteMove): Promise<void> {
  const { state, suspension, kind } = await getRoute(context, actor, routeId)
  if (suspension && move.to !== 'paused') throw routeSuspended(suspension.reason)
  if (state === move.to) return
  const hasMoved = await changeShop(context, actor, async ({ transaction, sellerId, revision, now, record }) => {
    const open = move.to === 'paused' ? {} : { suspendedReason: null, seller: { suspendedReason: null } }
    const gone = move.to === 'archived' ? archivedAt(now) : {}
    const { count } = await transaction.storedRoute.updateMany({
      where: { id: routeId, sellerId, state: { in: [...move.from] }, ...open },
      data: { state: move.to, revision, updatedAt: now, ...gone },
    })
    if (count === 0) return false
    if (kind === 'pass') await reloadRoutes(transaction, { sellerId, revision })
    await record('route.moved', routeId, { before: { state }, after: { state: move.to } })
    return true
  })
  if (hasMoved) return
  // Another request may have moved it to that state at the same moment.
  const after = await getRoute(context, actor, routeId)
  if (after.suspension) throw routeSuspended(after.suspension.reason)
  if (after.state !== move.to) throw new DomainError('ROUTE_STATE_REFUSED', move.refusal)
}

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
  const isOwned = isOwnedSql(sql`route.route_key`, sql`route.id`)
  const step = (limit: number) =>
    database.$transaction(async (transaction) => {
      const rows = await transaction.rows<{ id: string }>(sql`
        SELECT route.id FROM stored_routes AS route JOIN sellers AS shop ON shop.id = route.seller_id
        WHERE route.archived_at IS NOT NULL AND route.erased_at IS NULL
          AND (shop.closed_at IS NOT NULL OR route.archived_at < ${archivedBefore}::timestamptz)
          AND (route.kind NOT IN ('article', 'file') OR NOT ${isOwned})
        ORDER BY route.archived_at LIMIT ${limit} FOR UPDATE OF route SKIP LOCKED`)
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
