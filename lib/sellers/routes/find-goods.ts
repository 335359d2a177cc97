import type { Root } from 'hast'
import { parseMarkdown } from '@/lib/markdown/parse-markdown'
import type { SellersContext } from '../ports'

/**
 * The public part of an article; null for another address, where its seller wrote nothing, or while
 * it is not sold. Only for articles at one fixed address, which nearly all are.
 */
export async function findTeaser(
  { database, publicOrigin }: Pick<SellersContext, 'database' | 'publicOrigin'>,
  resourceUri: string,
): Promise<Root | null> {
  const url = URL.parse(resourceUri)
  if (url?.origin !== publicOrigin) return null
  const [, , handle, rest] = /^\/(x)\/([^/]+)(\/.+)$/.exec(url.pathname) ?? []
  if (handle === undefined || rest === undefined) return null
  const route = await database.storedRoute.findFirst({
    where: {
      seller: { handle, suspendedReason: null },
      suspendedReason: null,
      method: 'GET',
      shape: rest.slice(1),
      kind: 'article',
      state: 'live',
    },
    select: { article: { select: { teaser: true } } },
  })
  const teaser = route?.article?.teaser.trim() ?? ''
  return teaser === '' ? null : parseMarkdown(teaser)
}
