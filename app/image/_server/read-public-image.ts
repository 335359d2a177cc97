import { application } from '@/lib/compose/running'
import { findPublicImage } from '@/lib/sellers/images/find-public-image'

/** The image that anybody may see at an address of this site, as WebP; null for every other. */
export async function readPublicImage(
  asked: Parameters<typeof findPublicImage>[1],
): Promise<Uint8Array<ArrayBuffer> | null> {
  return findPublicImage((await application()).database, asked)
}
