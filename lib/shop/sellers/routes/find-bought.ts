import type { Root } from 'hast'
import { parseMarkdown } from '@/lib/base/markdown/parse-markdown'
import { withSectionIds } from '@/lib/base/markdown/text-facts'
import { withoutTitle } from '@/lib/base/markdown/without-title'
import { boughtImages } from '../images/shown-images'
import type { SellersContext } from '../ports'
import { findGoods, type GoodsView } from './find-goods'
import { splitAddress } from './route-address'

/** Goods with the bought content. Only for readers whom the gate has let in. */
export type BoughtGoods = GoodsView & {
  text: Root | null
  file: { name: string; mediaType: string; sizeBytes: number } | null
}

const shownKinds: ReadonlySet<string> = new Set(['article', 'file', 'pass'])

/** The goods at an address of a shop; null for anything but an article, a file or a pass, and while they are not sold. */
export async function findBought(
  context: Pick<SellersContext, 'database' | 'publicOrigin'>,
  resourceUri: string,
): Promise<BoughtGoods | null> {
  const goods = await findGoods(context, resourceUri)
  const address = splitAddress(context.publicOrigin, resourceUri)
  if (!goods || !address || !shownKinds.has(goods.kind)) return null
  const route = await context.database.storedRoute.findFirst({
    where: { seller: { handle: address.handle }, method: 'GET', shape: address.shape, state: 'live' },
    select: {
      id: true,
      article: { select: { body: true } },
      file: { select: { name: true, mediaType: true, size: true } },
    },
  })
  if (!route) return null
  const { id, article, file } = route
  return {
    ...goods,
    text: article && withSectionIds(withoutTitle(await formatted(context, id, article.body), goods.title)),
    file: file && { name: file.name, mediaType: file.mediaType, sizeBytes: file.size },
  }
}

const formatted = async (
  { database }: Pick<SellersContext, 'database'>,
  routeId: string,
  body: string,
): Promise<Root> => parseMarkdown(body, await boughtImages(database, routeId, body))
