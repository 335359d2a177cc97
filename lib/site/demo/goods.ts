import type { PaidRoute } from '@/lib/gate/resource-server/paid-route'
import { articleRoute } from './articles/article-route'
import { articles, findArticle } from './articles/articles'
import { optionsOfArticle } from './articles/options-of-article'
import { readArticleText } from './articles/read-article-text'
import { personRoute } from './person-route'
import { primesRoute } from './primes-route'
import { profileRoute } from './profile-route'
import { randomRoute } from './random-route'
import { MAXIMUM_SUMMARY_INPUT } from './summarize'
import { summaryRoute } from './summary-route'
import { summaryTool, weatherTool } from './tools'
import { weatherRoute } from './weather-route'

const routes: readonly PaidRoute[] = [
  weatherRoute,
  randomRoute,
  primesRoute,
  personRoute,
  profileRoute,
  summaryRoute,
  ...articles.map(articleRoute),
]

/** The demo's goods. Other sites load none of them. */
export const goods = {
  routes,
  tools: [weatherTool, summaryTool],
  articles: { all: articles, find: findArticle, optionsOf: optionsOfArticle, readText: readArticleText },
  longestSummaryInput: MAXIMUM_SUMMARY_INPUT,
}

export type Goods = typeof goods
