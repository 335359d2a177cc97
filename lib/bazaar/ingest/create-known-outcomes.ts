import { LRUCache } from 'lru-cache'
import type { PaymentRequirements } from '@/lib/base/x402/wire'
import { laterToolKey } from '../entry/entry-key'
import { type ListingOutcome, rejected } from '../entry/listing-outcome'
import type { CatalogDeps } from '../ports'
import { findByKey, hasTerms, paysSame } from './count-sales'
import type { RouteNote, ToolNote } from './sale-note'

type Note = RouteNote | ToolNote

/** How long a listing that was seen counts as unchanged, so that not every buyer of a route queries it. */
const BELIEVED_MS = 2_000
const MAX_BELIEVED = 1_000

/**
 * Answers from the catalog's present state, by one read of one entry: `rejected` for one that the last probe refused,
 * until the next has ended, and `processing` for one that fails or is unknown.
 */
export function createKnownOutcomes({ database, log, sellers }: CatalogDeps) {
  const believed = new LRUCache<string, true>({ max: MAX_BELIEVED, ttl: BELIEVED_MS })
  return async (note: Note, terms: PaymentRequirements): Promise<ListingOutcome> => {
    const { network, scheme, asset, payTo } = terms
    const name = JSON.stringify([note.key, network, scheme, asset, payTo])
    if (believed.has(name)) return { status: 'success', key: note.key }
    try {
      const outcome = await look(database, note, terms)
      if (outcome.status !== 'success')
        return note.type === 'mcp' && (await sellers?.isSuspended(note)) ? suspended : outcome
      believed.set(name, true)
      return outcome
    } catch (error) {
      log.error({ err: error }, 'the catalog could not say what it knows of a sold resource')
      return { status: 'processing' }
    }
  }
}

const suspended = rejected('suspended', 'Those who run this site have suspended this tool.')

async function look(
  database: CatalogDeps['database'],
  { type, key }: Note,
  terms: PaymentRequirements,
): Promise<ListingOutcome> {
  const laterKey = type === 'mcp' ? laterToolKey(key, terms) : key
  const keys = [key, laterKey]
  const [known, refused] = await Promise.all([
    findByKey(database, keys),
    database.catalogPendingListing.findMany({ where: { key: { in: keys }, state: 'rejected' } }),
  ])
  const first = known.get(key)
  const isOthers = type === 'mcp' && first !== undefined && first.source !== 'imported' && !paysSame(first, terms)
  if (isOthers && first.source === 'own')
    return rejected('identifier_taken', 'A tool that is sold here has this name. Give yours another one.')
  const ownKey = isOthers ? laterKey : key
  const entry = known.get(ownKey)
  if (entry?.status === 'delisted') {
    const what = type === 'mcp' ? 'tool' : 'resource'
    return rejected('delisted', `The owner delisted this ${what}. The payTo wallet can list it again.`)
  }
  // A tool is listed by its payment; its server is asked later, where one is known.
  const isKnown = type === 'mcp' ? entry?.source !== 'imported' : entry?.verification === 'live'
  if (entry?.status === 'listed' && isKnown && hasTerms(entry, terms)) return { status: 'success', key: ownKey }
  const refusal = refused.find((row) => row.key === ownKey)?.reason
  return refusal ? rejected('not_listed', refusal) : { status: 'processing' }
}
