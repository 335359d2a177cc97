import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findArticle } from './articles'

/**
 * The paid text of an article, as Markdown. Only the gated route may call this: nothing else reads `texts/`. Throws
 * when there is no such article; the slug is looked up in the list before it becomes part of a path.
 */
export async function readArticleText(slug: string): Promise<string> {
  const article = findArticle(slug)
  if (!article) throw new Error('Expected the slug of an article of this site.')
  return readFile(join(process.cwd(), 'lib/site/demo/articles/texts', `${article.slug}.md`), 'utf8')
}
