/** Public facts of a page for search engines, in words of schema.org. */
export function StructuredData({ data }: { data: Record<string, unknown> }) {
  const text = JSON.stringify({ '@context': 'https://schema.org', ...data })
  // Sellers write parts of it: nothing in it may end the element.
  return <script type="application/ld+json">{text.replaceAll('<', '\\u003c')}</script>
}

type SoldThing = {
  title: string
  description: string
  url: string
  dollars: string | null
  isFrom: boolean
  seller: { name: string; url: string }
  text?: { minutes: number; publishedAt: Date; image: string | null } | null
}

/** An article, or another product, with its offer. */
export function soldThing({ title, description, url, dollars, isFrom, seller, text }: SoldThing) {
  const organization = { '@type': 'Organization', ...seller }
  const offers = {
    '@type': isFrom ? 'AggregateOffer' : 'Offer',
    url,
    [isFrom ? 'lowPrice' : 'price']: dollars === null ? '0' : dollars.replace('$', ''),
    priceCurrency: 'USDC',
    availability: 'https://schema.org/InStock',
    seller: organization,
  }
  const about = description && { description }
  if (!text) return { '@type': 'Product', name: title, ...about, offers }
  return {
    '@type': 'Article',
    headline: title,
    ...about,
    url,
    timeRequired: `PT${text.minutes}M`,
    datePublished: text.publishedAt.toISOString(),
    ...(text.image && { image: text.image }),
    isAccessibleForFree: dollars === null,
    ...(dollars !== null && {
      hasPart: { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector: '.unpaid' },
    }),
    author: organization,
    publisher: organization,
    offers,
  }
}
