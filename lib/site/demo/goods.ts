import type { PaidRoute } from '@/lib/gate/resource-server/paid-route'
import { optionsOfArticle } from './articles/article'
import { takeSections } from './articles/article-document'
import { articleRoute } from './articles/article-route'
import { articles, articlesPublishedAt, factsOfArticle, findArticle, readArticleText } from './articles/articles'
import { personRoute, profileRoute } from './people-routes'
import { randomRoute } from './random-route'
import { summaryRoute } from './summary-route'
import { summaryTool, weatherTool } from './tools'
import { weatherRoute } from './weather-route'

const routes: readonly PaidRoute[] = [
  weatherRoute,
  randomRoute,
  personRoute,
  profileRoute,
  summaryRoute,
  ...articles.map(articleRoute),
]

/** The demo's goods. Other sites load none of them. */
export const goods = {
  routes,
  tools: [weatherTool, summaryTool],
  articles: {
    all: articles,
    publishedAt: articlesPublishedAt,
    find: findArticle,
    optionsOf: optionsOfArticle,
    readText: readArticleText,
    factsOf: factsOfArticle,
    /** The first sections of a metered text. */
    readPart: async (slug: string, count: number) => takeSections(await readArticleText(slug), count),
  },
}

export type Goods = typeof goods
