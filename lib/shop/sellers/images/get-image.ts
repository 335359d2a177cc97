import { DomainError } from '@/lib/base/infra/domain-error'
import { isUuid } from '@/lib/base/infra/is-uuid'
import { say } from '@/lib/base/sentences/say'
import { type Actor, shopOf } from '../actor'
import type { SellersContext } from '../ports'

/** One of the shop's own images as WebP, in the width for a page. Fails with `IMAGE_NOT_FOUND`, also for another shop's. */
export async function getImage(
  { database }: Pick<SellersContext, 'database'>,
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
