import { LRUCache } from 'lru-cache'
import { encodeHeader, isRecord, parseHeader, recordOf } from '@/lib/base/x402/header-codec'
import { headerNames } from '@/lib/base/x402/protocol-headers'
import { escapeMarkdown, prefersMarkdown } from '@/lib/shop/sellers/produce/produce-goods'
import type { GoodsView } from '@/lib/shop/sellers/routes/find-goods'
import { nameBought } from '@/lib/shop/sellers/routes/name-bought'
import { running } from '@/lib/site/compose/running'
import { priceInWords } from './price-in-words'
import { readGoods } from './shown-goods'

/** Asks the gate for what is sold at a request's address. */
export type GatedAnswer = (request: Request) => Promise<Response>

const TWIN = /\.md$/
const MARKDOWN = 'text/markdown'

/** Previews by resource, for as long as many crawlers may read one: the terms beside it are always of now. */
const previews = new LRUCache<string, { isArticle: boolean; text: string | null }>({
  max: 1_000,
  ttl: 5_000,
  fetchMethod: async (resourceUri) => {
    const goods = await readGoods(resourceUri)
    const text = goods?.length ? writePreview(goods, goods.length.minutes) : null
    // One that is no longer sold keeps both addresses for its buyers.
    const names = await nameBought(running('site').sellers, text === null ? [resourceUri] : [])
    return { text, isArticle: text !== null || names.get(resourceUri)?.kind === 'article' }
  },
})

/**
 * An article for programs that read Markdown: at `<address>.md`, its twin, and at its own address for who accepts
 * `text/markdown`. Unpaid, the body of the 402 is the free part; paid, it is the text. Both are one resource with one
 * right, which stays when the sale ends. Null for any other request.
 * @param given the gate's answer at the address as it was asked for
 */
export async function answerInMarkdown(request: Request, given: Response, ask: GatedAnswer): Promise<Response | null> {
  const url = new URL(request.url)
  const isTwin = given.status === 404 && TWIN.test(url.pathname) && ['GET', 'HEAD'].includes(request.method)
  if (!isTwin && !(given.status === 402 && prefersMarkdown(request.headers))) return null
  url.pathname = isTwin ? url.pathname.replace(TWIN, '') : url.pathname
  const preview = await previews.fetch(`${running('site').env.publicOrigin}${url.pathname}`)
  if (!preview?.isArticle) return null
  const answer = isTwin ? await ask(asMarkdown(request, url)) : given
  return preview.text === null ? answer : withPreview(answer, preview.text, request.method)
}

function asMarkdown(request: Request, url: URL): Request {
  const headers = new Headers(request.headers)
  headers.set('accept', MARKDOWN)
  return new Request(url, { method: request.method, headers })
}

function withPreview(answer: Response, text: string, method: string): Response {
  if (answer.status !== 402) return answer
  const headers = new Headers(answer.headers)
  headers.delete('content-length')
  headers.set('content-type', `${MARKDOWN}; charset=utf-8`)
  const terms = headers.get(headerNames.paymentRequired)
  if (terms) headers.set(headerNames.paymentRequired, sellMarkdown(terms))
  return new Response(method === 'HEAD' ? null : text, { status: 402, headers })
}

/** The terms with the media type of what is paid for here, in place of the page's. */
function sellMarkdown(terms: string): string {
  const parsed = parseHeader(terms)
  if (!parsed.ok) return terms
  const { resource, extensions } = parsed.value
  const { output } = recordOf(recordOf(recordOf(extensions).bazaar).info)
  if (isRecord(resource)) resource.mimeType = MARKDOWN
  if (isRecord(output)) output.format = MARKDOWN
  return encodeHeader(parsed.value)
}

/** The free part below what is sold, by whom, since when and for how much, as front matter. */
function writePreview(goods: GoodsView, minutes: number) {
  const { title, shop, publishedAt, resourceUri, pageUri, teaserText } = goods
  const facts = { title, author: shop.name, date: publishedAt.toISOString().slice(0, 10), page: pageUri, minutes }
  const lines = Object.entries(facts).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return [
    ['---', ...lines, `price: ${JSON.stringify(priceInWords(goods))}`, '---'].join('\n'),
    `# ${escapeMarkdown(title)}`,
    teaserText,
    '---',
    `The rest is paid for by x402. The header PAYMENT-REQUIRED of this answer holds the terms: sign one of them and repeat the request with the header PAYMENT-SIGNATURE. One payment opens ${resourceUri} and ${resourceUri}.md for good.`,
  ]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n')
}
