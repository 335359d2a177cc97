import type { Database } from '@/lib/base/infra/database'
import { isUuid } from '@/lib/base/infra/is-uuid'

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
