import { articles } from '@/lib/articles/articles'
import type { OwnAddress } from '@/lib/catalog/list-own-routes'
import { peopleIds } from '@/lib/demo/people'

/** One address of every route that this site's code sells and declares to be discoverable. */
export const ownAddresses: OwnAddress[] = [
  { method: 'GET', path: '/weather' },
  { method: 'GET', path: `/api/users/${peopleIds[0]}` },
  { method: 'POST', path: '/api/summarize' },
  ...articles.map(({ slug }) => ({ method: 'GET' as const, path: `/articles/${slug}/full` })),
]
