import { s } from 'hastscript'
import { parseMarkdown } from '@/lib/base/markdown/parse-markdown'
import { factsOfText } from '@/lib/base/markdown/text-facts'
import type { GoodsView } from '@/lib/shop/sellers/routes/find-goods'
import { type Article, articlesPublishedAt, findArticle, readArticleText } from './articles'

type Seller = { origin: string; name: string }

/** The article that is sold at a path of this site; null for any other path. */
export const articleAt = (path: string): Article | null =>
  findArticle(/^\/articles\/([a-z0-9-]+)\/full$/.exec(path)?.[1] ?? '')

/** An article's public facts, in the words of `GoodsView`. */
export function articleOnSale({ slug, title, minutes, dollars, sections }: Article, { origin, name }: Seller) {
  const pageUri = `${origin}/articles/${slug}`
  return {
    title,
    minutes,
    shop: name,
    publishedAt: articlesPublishedAt,
    pageUri,
    resourceUri: `${pageUri}/full`,
    dollars,
    isMetered: sections !== undefined,
    isFrom: false,
  }
}

/** An article as pages show goods. */
export async function viewArticle(article: Article, seller: Seller): Promise<GoodsView> {
  const { minutes, shop, ...facts } = articleOnSale(article, seller)
  const teaserText = article.opening.join('\n\n')
  const tree = parseMarkdown(teaserText)
  return {
    ...facts,
    kind: 'article',
    description: article.standfirst,
    shop: { name: shop, href: '/articles' },
    teaser: { ...tree, children: [drawingOf(article), ...tree.children] },
    teaserText,
    cover: null,
    pass: null,
    length: { ...factsOfText(await readArticleText(article.slug)), minutes },
  }
}

/** In the page's own colours. It repeats the title, so assistive technology skips it. */
const drawingOf = ({ slug }: Article) =>
  s('svg.block.h-auto.w-full.bg-shade', { viewBox: '0 0 320 200', ariaHidden: 'true' }, [
    s('use', { href: `/drawings.svg#${slug}` }),
  ])
