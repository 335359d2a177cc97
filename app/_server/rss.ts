import { priceInWords } from './price-in-words'

type FeedItem = {
  title: string
  link: string
  description: string
  publishedAt: Date | null
  picture?: string | null
  /** The address of the same in Markdown. */
  markdown?: string | null
}

type OnSale = Parameters<typeof priceInWords>[0] &
  Pick<FeedItem, 'title' | 'description' | 'publishedAt' | 'picture' | 'markdown'> & {
    pageUri: string
    shop: string
    minutes: number | null
  }

/** Goods on sale, told with their seller, price and length. */
export function feedItem({ pageUri, shop, minutes, description, ...rest }: OnSale): FeedItem {
  const facts = [shop, priceInWords(rest), ...(minutes === null ? [] : [`${minutes} min`])].join(', ')
  return { ...rest, link: pageUri, description: [description, facts].filter(Boolean).join(' – ') }
}

type Feed = { title: string; link: string; self: string; description: string; items: FeedItem[] }

export function writeRss({ title, link, self, description, items }: Feed): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"><channel>',
    `<title>${xmlText(title)}</title><link>${xmlText(link)}</link><description>${xmlText(description)}</description>`,
    `<atom:link href="${xmlText(self)}" rel="self" type="application/rss+xml"/>`,
    ...items.map(writeItem),
    '</channel></rss>',
    '',
  ].join('\n')
}

function writeItem({ title, link, description, publishedAt, picture, markdown }: FeedItem): string {
  const date = publishedAt ? `<pubDate>${publishedAt.toUTCString()}</pubDate>` : ''
  const media = picture ? `<media:content url="${xmlText(picture)}" medium="image"/>` : ''
  const twin = markdown ? `<atom:link href="${xmlText(markdown)}" rel="alternate" type="text/markdown"/>` : ''
  return `<item><title>${xmlText(title)}</title><link>${xmlText(link)}</link><guid>${xmlText(link)}</guid>${date}<description>${xmlText(description)}</description>${media}${twin}</item>`
}

/** Pages for search engines. */
export const writeSitemap = (addresses: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...addresses.map((address) => `<url><loc>${xmlText(address)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text for XML; characters that XML 1.0 cannot hold, such as control characters and halves of pairs, are left out. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

/** An answer that search engines and readers of feeds may cache for a few minutes. */
export const answerXml = (text: string, mediaType: 'application/rss+xml' | 'application/xml'): Response =>
  new Response(text, {
    headers: {
      'content-type': `${mediaType}; charset=utf-8`,
      'cache-control': 'public, max-age=300',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    },
  })
