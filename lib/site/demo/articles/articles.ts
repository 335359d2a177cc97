import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Article } from './article'
import listed from './articles.json' with { type: 'json' }

// A file of ours, which a test reads too.
export const articles = listed as readonly Article[]

export const articlesPublishedAt = new Date('2026-11-21T00:00:00Z')

export function findArticle(slug: string): Article | null {
  return articles.find((article) => article.slug === slug) ?? null
}

/**
 * The paid text of an article, as Markdown. Only the gated route may call this: nothing else reads `texts/`. Throws
 * when there is no such article; the slug is looked up in the list before it becomes part of a path.
 */
export async function readArticleText(slug: string): Promise<string> {
  const article = findArticle(slug)
  if (!article) throw new Error('Expected the slug of an article of this site.')
  return readFile(join(process.cwd(), 'lib/site/demo/articles/texts', `${article.slug}.md`), 'utf8')
}
