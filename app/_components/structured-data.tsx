/** Public facts of a page for search engines, in words of schema.org. */
export function StructuredData({ data }: { data: Record<string, unknown> }) {
  const text = JSON.stringify({ '@context': 'https://schema.org', ...data })
  // Sellers write parts of it: nothing in it may end the element.
  return <script type="application/ld+json">{text.replaceAll('<', '\\u003c')}</script>
}

type SoldThing = {
  url: string
  dollars: string | null
  isFrom?: boolean
  seller: { name: string; url: string }
}

export const offerOf = ({ url, dollars, isFrom = false, seller }: SoldThing) => ({
  '@type': isFrom ? 'AggregateOffer' : 'Offer',
  url,
  [isFrom ? 'lowPrice' : 'price']: dollars === null ? '0' : dollars.replace('$', ''),
  priceCurrency: 'USDC',
  availability: 'https://schema.org/InStock',
  seller: { '@type': 'Organization', ...seller },
})

type Text = {
  title: string
  description: string
  minutes: number
  publishedAt?: Date
  image?: string | null
}

export const articleData = ({ title, description, minutes, publishedAt, image, ...sold }: SoldThing & Text) => ({
  '@type': 'Article',
  headline: title,
  ...(description && { description }),
  url: sold.url,
  timeRequired: `PT${minutes}M`,
  ...(publishedAt && { datePublished: publishedAt.toISOString() }),
  ...(image && { image }),
  isAccessibleForFree: sold.dollars === null,
  ...(sold.dollars !== null && {
    hasPart: { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector: '.unpaid' },
  }),
  author: { '@type': 'Organization', ...sold.seller },
  publisher: { '@type': 'Organization', ...sold.seller },
  offers: offerOf(sold),
})
