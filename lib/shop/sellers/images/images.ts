import { type Database, type DatabaseTransaction, sql } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { isUuid } from '@/lib/base/infra/identifiers'
import { daysBefore, prune } from '@/lib/base/infra/prune'
import { imagesNamedIn, type ShownImage, type ShownImages } from '@/lib/base/markdown/images'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { type Actor, shopOf } from '../actor'
import { InputRefusedError } from '../input-refused-error'
import type { SellersContext } from '../ports'

/** The parts of a text: the teaser is public, the body is for buyers. */
export type TextParts = { teaser: string; body: string }

/** Bought images are embedded in the bought text, so their number and bytes count for one answer. */
const MAX_SHOWN = 50
const MAX_BOUGHT_BYTES = 4_000_000

/** The images that a text shows, by part. Fails with `INPUT_REFUSED` for other shops' images and beyond the limits. */
export async function checkImages(
  database: Database | DatabaseTransaction,
  sellerId: string,
  { teaser, body }: TextParts,
): Promise<{ imageId: string; inTeaser: boolean; inBody: boolean }[]> {
  const named = { teaser: imagesNamedIn(teaser), body: imagesNamedIn(body) }
  const ids = [...new Set([...named.teaser, ...named.body])]
  if (ids.length === 0) return []
  const own = await database.shopImage.findMany({
    where: { sellerId, imageId: { in: ids } },
    select: { imageId: true, sizes: { select: { size: true } } },
  })
  const bytesOf = new Map(own.map(({ imageId, sizes }) => [imageId, Math.max(...sizes.map(({ size }) => size))]))
  const fields: Record<string, Sentence> = {}
  for (const part of ['teaser', 'body'] as const) {
    const strange = named[part].find((id) => !bytesOf.has(id))
    if (named[part].length > MAX_SHOWN) fields[part] = say('imagesTooMany', { maximum: MAX_SHOWN })
    if (strange !== undefined) fields[part] = say('imageForeign', { image: strange })
  }
  const bought = named.body.reduce((sum, id) => sum + (bytesOf.get(id) ?? 0), 0)
  if (bought > MAX_BOUGHT_BYTES) {
    fields.body ??= say('imagesTooLarge', { bought: megabytes(bought), most: megabytes(MAX_BOUGHT_BYTES) })
  }
  if (Object.keys(fields).length > 0) throw new InputRefusedError(fields)
  return ids.map((imageId) => ({
    imageId,
    inTeaser: named.teaser.includes(imageId),
    inBody: named.body.includes(imageId),
  }))
}

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1)

/** Records which images the text of a route shows. Joins the transaction that writes the text. */
export async function linkImages(
  transaction: DatabaseTransaction,
  { sellerId, routeId, now }: { sellerId: string; routeId: string; now: Date },
  parts: TextParts,
): Promise<void> {
  const shown = await checkImages(transaction, sellerId, parts)
  const before = await transaction.routeImage.findMany({ where: { routeId }, select: { imageId: true } })
  if (shown.length === 0 && before.length === 0) return
  // Locks them too, so that none is deleted before the transaction ends.
  const touched = [...shown, ...before].map(({ imageId }) => imageId)
  await keepImages(transaction, touched, now)
  await transaction.routeImage.deleteMany({ where: { routeId } })
  await transaction.routeImage.createMany({ data: shown.map((image) => ({ routeId, ...image })) })
}

/** Puts off their deletion. In one order, so that two transactions with the same images never wait for each other. */
export async function keepImages(transaction: DatabaseTransaction, imageIds: string[], now: Date): Promise<void> {
  await transaction.execute(sql`
    WITH held AS (
      SELECT image_id FROM shop_images WHERE image_id = ANY(${imageIds}::uuid[]) ORDER BY image_id FOR NO KEY UPDATE)
    UPDATE shop_images SET named_at = ${now} FROM held WHERE shop_images.image_id = held.image_id`)
}

/** Spares a text without images the query. */
const mayShow = (text: string) => text.includes('image:')

/** The images of a teaser, by their public URLs; `findPublicImage` decides who gets them there. */
export async function teaserImages(database: Database, routeId: string, teaser: string): Promise<ShownImages> {
  if (!mayShow(teaser)) return new Map()
  const images = await database.routeImage.findMany({
    where: { routeId, inTeaser: true },
    select: { imageId: true, image: { select: { sizes: { select: { width: true, height: true }, orderBy } } } },
  })
  return new Map(
    images.flatMap(({ imageId, image: { sizes } }): [string, ShownImage][] => {
      const [largest, smaller = largest] = sizes
      if (!largest || !smaller) return []
      const addressOf = (width: number) => `/image/${imageId}/${width}`
      const srcSet = sizes.map(({ width }) => `${addressOf(width)} ${width}w`).join(', ')
      return [[imageId, { src: addressOf(smaller.width), srcSet, width: largest.width, height: largest.height }]]
    }),
  )
}

/**
 * The images of a paid text, embedded as data: they have no URL of their own, and leave only with the text that was
 * paid for. Call it only for buyers that the gate has let in.
 */
export async function boughtImages(database: Database, routeId: string, text: string): Promise<ShownImages> {
  if (!mayShow(text)) return new Map()
  const images = await database.routeImage.findMany({
    where: { routeId, imageId: { in: imagesNamedIn(text) } },
    select: { imageId: true, image: { select: { sizes: { orderBy, take: 1 } } } },
  })
  return new Map(
    images.flatMap(({ imageId, image: { sizes } }): [string, ShownImage][] =>
      sizes.map(({ width, height, bytes }) => {
        const src = `data:image/webp;base64,${Buffer.from(bytes).toString('base64')}`
        return [imageId, { src, width, height }]
      }),
    ),
  )
}

const orderBy = { width: 'desc' } as const

/**
 * A public image in one of its widths, as WebP: one in the teaser of an article that is sold now, or the picture of a
 * shop. Null for every other one, as if there were none.
 */
export async function findPublicImage(
  database: Database,
  { imageId, width }: { imageId: string; width: string },
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!isUuid(imageId) || !/^[1-9]\d{0,3}$/.test(width)) return null
  const open = { suspendedReason: null }
  const isSold = { kind: 'article', state: 'live', ...open, seller: open } as const
  const isShown = [{ uses: { some: { inTeaser: true, route: isSold } } }, { pictureOf: { some: open } }]
  const found = await database.shopImageSize.findFirst({
    where: { imageId, width: Number(width), image: { OR: isShown } },
    select: { bytes: true },
  })
  return found?.bytes ?? null
}

/** One of the shop's own images as WebP, in the width for a page. Fails with `IMAGE_NOT_FOUND`, also for another shop's. */
export async function getImage(
  { database }: SellersContext,
  actor: Actor,
  imageId: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const found = isUuid(imageId)
    ? await database.shopImageSize.findFirst({
        where: { imageId, image: { seller: shopOf(actor) } },
        orderBy: { width: 'asc' },
        select: { bytes: true },
      })
    : null
  if (!found) throw new DomainError('IMAGE_NOT_FOUND', say('imageUnknown'))
  return found.bytes
}

/** Leaves time for texts that are still drafts in someone's browser. */
const KEPT_DAYS = 30

/** Deletes images that no text has shown for a month; their reserved room is freed with broken uploads. */
export async function purgeImages(database: Database, now: Date): Promise<void> {
  const before = daysBefore(now, KEPT_DAYS)
  await prune(
    (limit) =>
      database.execute(sql`
      DELETE FROM shop_images image WHERE image_id = ANY(ARRAY(
        SELECT image_id FROM shop_images old WHERE named_at < ${before}
          AND NOT EXISTS (SELECT 1 FROM route_images used WHERE used.image_id = old.image_id)
          AND NOT EXISTS (SELECT 1 FROM sellers shop WHERE shop.picture_id = old.image_id)
        ORDER BY named_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))
      AND named_at < ${before}`),
    { stepRows: 100 },
  )
}
