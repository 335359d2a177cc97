import { articleRoute } from '@/lib/articles/article-route'
import { articles } from '@/lib/articles/articles'
import { personRoute } from '@/lib/demo/person-route'
import { randomRoute } from '@/lib/demo/random-route'
import { summaryRoute } from '@/lib/demo/summary-route'
import { weatherRoute } from '@/lib/demo/weather-route'
import type { PaidRoute } from '@/lib/resource-server/paid-route'

/** Every route that this site's code sells and declares to be discoverable. */
export const ownRoutes: readonly PaidRoute[] = [
  weatherRoute,
  randomRoute,
  personRoute,
  summaryRoute,
  ...articles.map(articleRoute),
]
