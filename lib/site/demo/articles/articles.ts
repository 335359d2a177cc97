import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Family, familyOf } from '@/lib/base/x402/networks'
import type { RouteSite } from '@/lib/gate/resource-server/route-config'
import listed from './articles.json' with { type: 'json' }

/** The public facts of an article. Its paid text is in `texts/<slug>.md`. */
export type Article = {
  slug: string
  title: string
  standfirst: string
  /** The paragraphs before the bar, plain text. The paid text continues from here. */
  opening: string[]
  /** Whole minutes to read the article to its end. */
  minutes: number
  /** Its price, such as `$0.05`; the most of it for one that is charged by the section. */
  dollars: string
  sections?: { count: number; dollars: string }
  families: Family[]
}

// A file of ours, which a test reads too.
export const articles = listed as readonly Article[]

export const articlesPublishedAt = new Date('2026-11-21T00:00:00Z')

export function findArticle(slug: string): Article | null {
  return articles.find((article) => article.slug === slug) ?? null
}

/** The ways to pay for an article: its price on each network of its families that is configured. */
export const optionsOfArticle = ({ dollars, sections, families }: Article, site: RouteSite) =>
  site
    .priced(sections ? 'upto' : 'exact', dollars)
    .filter(({ network }) => families.some((family) => family === familyOf(network)))

/**
 * The paid text of an article, as Markdown. Only the gated route may call this: nothing else reads `texts/`. Throws
 * when there is no such article; the slug is looked up in the list before it becomes part of a path.
 */
export async function readArticleText(slug: string): Promise<string> {
  const article = findArticle(slug)
  if (!article) throw new Error('Expected the slug of an article of this site.')
  return readFile(join(process.cwd(), 'lib/site/demo/articles/texts', `${article.slug}.md`), 'utf8')
}

/** An icon of the demo's, at a name that no one can own: see lib/site/compose/open-bazaar.ts. */
export const demoIcon = (name: string): string => `http://icons.example.com/icons/${name}.png`
