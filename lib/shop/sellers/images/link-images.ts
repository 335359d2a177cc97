import type { Database, DatabaseTransaction } from '@/lib/base/infra/database'
import { imagesNamedIn } from '@/lib/base/markdown/images'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { InputRefusedError } from '../input-refused-error'

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
  await transaction.$executeRaw`
    WITH held AS (
      SELECT image_id FROM shop_images WHERE image_id = ANY(${imageIds}::uuid[]) ORDER BY image_id FOR NO KEY UPDATE)
    UPDATE shop_images SET named_at = ${now} FROM held WHERE shop_images.image_id = held.image_id`
}
