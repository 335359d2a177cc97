import type { RouteArticle, RouteUpstream, StoredRoute } from '@/lib/base/infra/generated/prisma/client'
import { contentVersion } from '../content-version'

type Row = StoredRoute & {
  article: Pick<RouteArticle, 'teaser' | 'body'> | null
  upstream: RouteUpstream | null
}

/** The version of what an update of a route replaces; its state and listing are changed by other acts. */
export const routeVersion = ({ title, method, path, settings, article, upstream }: Row): string =>
  contentVersion([
    ...[title, method, path, settings],
    article && [article.teaser, article.body],
    upstream && [upstream.url, upstream.headerNames, sealOf(upstream), upstream.timeoutMs, upstream.maxBytes],
  ])

/** Secret headers that are typed again are sealed again. */
const sealOf = ({ sealedHeaders }: RouteUpstream) => sealedHeaders && Buffer.from(sealedHeaders).toString('base64url')
