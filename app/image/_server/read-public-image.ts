import { findPublicImage } from '@/lib/shop/sellers/images/images'
import { running } from '@/lib/site/compose/running'

/** The public image at an address of this site, as WebP; null for every other. */
export async function readPublicImage(
  asked: Parameters<typeof findPublicImage>[1],
): Promise<Uint8Array<ArrayBuffer> | null> {
  return findPublicImage(running('site').database, asked)
}
