import { contentVersion } from '../content-version'

type Row = {
  title: string
  method: string
  path: string
  settings: unknown
  article: { teaser: string; body: string } | null
  upstream: {
    url: string
    headerNames: string[]
    sealedHeaders: Uint8Array | null
    timeoutMs: number
    maxBytes: number
  } | null
}

/** The version of what an update of a route replaces; its state and listing are changed by other acts. */
export const routeVersion = ({ title, method, path, settings, article, upstream }: Row): string =>
  contentVersion([
    ...[title, method, path, settings],
    article && [article.teaser, article.body],
    upstream && [upstream.url, upstream.headerNames, sealOf(upstream), upstream.timeoutMs, upstream.maxBytes],
  ])

/** Secret headers that are typed again are sealed again. */
const sealOf = ({ sealedHeaders }: NonNullable<Row['upstream']>) =>
  sealedHeaders && Buffer.from(sealedHeaders).toString('base64url')
