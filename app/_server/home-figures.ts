import { LRUCache } from 'lru-cache'
import { findTodaysFigures, type TodaysFigures } from '@/lib/payments/find-todays-figures'
import { running } from '@/lib/site/compose/running'

export type HomeFigures = TodaysFigures & {
  answering: number
}

/** Every visitor asks for them; they are read at most once in five seconds. */
const kept = new LRUCache<'figures', Promise<HomeFigures>>({ max: 1, ttl: 5_000 })

/** The home page's figures, or null while they cannot be read: the page stands without them. */
export async function homeFigures(): Promise<HomeFigures | null> {
  const reading = kept.get('figures') ?? read()
  kept.set('figures', reading, { noUpdateTTL: true })
  return reading.catch(() => {
    kept.delete('figures')
    return null
  })
}

async function read(): Promise<HomeFigures> {
  const { database, catalog } = running('site')
  const [today, { pagination }] = await Promise.all([
    findTodaysFigures(database, new Date()),
    catalog.list({ health: 'live', limit: '1' }),
  ])
  return { ...today, answering: pagination.total }
}
