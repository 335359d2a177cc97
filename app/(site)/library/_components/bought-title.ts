import { application } from '@/lib/compose/application'

const ARTICLE_PATH = /^\/articles\/([a-z0-9-]+)\/full$/

/** A purchase's title, and the address at which a person opens it again. */
export type BoughtTitle = (resourceUri: string) => { title: string; href: string }

/** Names purchases: articles of the demo by their titles, all else by its address. */
export async function readBoughtTitles(): Promise<BoughtTitle> {
  const { goods } = await application()
  return (resourceUri) => {
    const { pathname, search } = new URL(resourceUri)
    const article = goods?.articles.find(ARTICLE_PATH.exec(pathname)?.[1] ?? '')
    if (article && search === '') return { title: article.title, href: `/articles/${article.slug}` }
    const href = `${pathname}${search}`
    return { title: article ? `${article.title}, in part` : href, href }
  }
}

/** Paths of the articles whose titles hold all of the words; none for no words. */
export async function pathsOfTitles(search: string): Promise<string[]> {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const { goods } = await application()
  return (goods?.articles.all ?? [])
    .filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)))
    .map(({ slug }) => `/articles/${slug}/full`)
}
