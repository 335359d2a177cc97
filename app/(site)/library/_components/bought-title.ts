import { articles, findArticle } from '@/lib/articles/articles'

const ARTICLE_PATH = /^\/articles\/([a-z0-9-]+)\/full$/

/** A purchase's title, and the address at which a person opens it again. */
export function boughtTitle(resourceUri: string): { title: string; href: string } {
  const { pathname, search } = new URL(resourceUri)
  const article = findArticle(ARTICLE_PATH.exec(pathname)?.[1] ?? '')
  if (article && search === '') return { title: article.title, href: `/articles/${article.slug}` }
  const href = `${pathname}${search}`
  return { title: article ? `${article.title}, in part` : href, href }
}

/** Paths of the articles whose titles hold all of the words; none for no words. */
export function pathsOfTitles(search: string): string[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return articles
    .filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)))
    .map(({ slug }) => `/articles/${slug}/full`)
}
