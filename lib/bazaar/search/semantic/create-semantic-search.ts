import { LRUCache } from 'lru-cache'
import type { Database } from '@/lib/base/infra/database'
import { keepFor } from '@/lib/bazaar/browse/keep-for'
import type { CatalogDeps, EmbeddingsPort } from '@/lib/bazaar/ports'
import { foldText } from '../tokenize'
import { EmbeddingsError } from './request-embeddings'
import { findNearest, findVectorLength, type Nearest } from './vector-table'

/** Entries whose meaning is near that of a search, nearest first; null when only words can answer it. */
export type SemanticSearch = (topic: string, from?: Database) => Promise<Nearest[] | null>

/** Longest wait of a search for its meaning when no budget is given. */
const BUDGET_MS = 1_500
/** Searches do not ask for this long after a fault. */
const PAUSE_AFTER_FAULT_MS = 10_000
const KEEP_LENGTH_MS = 60_000
const MAX_MEANT = 200
/** From this many standard deviations above the mean of the catalog on an entry is near, on the scale of any model. */
const MIN_DEVIATION = 2.5

/** The semantic half of search. It never fails a search and never delays one for longer than its budget. */
export function createSemanticSearch(
  { database, log }: Pick<CatalogDeps, 'database' | 'log'>,
  embeddings: EmbeddingsPort,
  { budgetMs = BUDGET_MS } = {},
): SemanticSearch {
  const keepLength = keepFor<{ length: number | null }>({ ms: KEEP_LENGTH_MS })
  const known = new LRUCache<string, number[]>({ max: 500 })
  let pausedUntil = 0

  async function embed(topic: string): Promise<number[] | null> {
    const key = foldText(topic)
    const kept = known.get(key)
    if (kept) return kept
    const [vector] = await embeddings.embed([topic.slice(0, 400)], { timeoutMs: budgetMs })
    if (vector) known.set(key, vector)
    return vector ?? null
  }

  async function find(topic: string, from: Database): Promise<Nearest[] | null> {
    const { length } = await keepLength(from, 'length', async () => ({ length: await findVectorLength(from) }))
    if (length === null) return null
    const vector = await embed(topic)
    if (vector === null) return null
    if (vector.length !== length) {
      known.clear()
      throw new EmbeddingsError(`Expected a vector of ${length} numbers, got ${vector.length}.`)
    }
    return findNearest(from, { model: embeddings.model, vector, limit: MAX_MEANT, minDeviation: MIN_DEVIATION })
  }

  return async (topic, from = database) => {
    if (topic === '' || performance.now() < pausedUntil) return null
    try {
      return await within(budgetMs, find(topic, from))
    } catch (error) {
      pausedUntil = performance.now() + PAUSE_AFTER_FAULT_MS
      log.warn({ err: error }, 'a search was answered by words only; the next ones are for ten seconds')
      return null
    }
  }
}

/** The result of the work if it comes in time; a later result or failure is ignored. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new EmbeddingsError(`It took longer than ${ms} ms.`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
