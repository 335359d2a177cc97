import type { Database } from '@/lib/infra/database'
import { isUuid } from '@/lib/infra/is-uuid'

/**
 * An image in one of its widths, as WebP, for anybody: only while it stands in the teaser of an article that is sold now.
 * Null for every other one, as if there were none.
 */
export async function findPublicImage(
  database: Database,
  { imageId, width }: { imageId: string; width: string },
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!isUuid(imageId) || !/^[1-9]\d{0,3}$/.test(width)) return null
  const isSold = { kind: 'article', state: 'live', suspendedReason: null, seller: { suspendedReason: null } } as const
  const found = await database.shopImageSize.findFirst({
    where: { imageId, width: Number(width), image: { uses: { some: { inTeaser: true, route: isSold } } } },
    select: { bytes: true },
  })
  return found?.bytes ?? null
}
