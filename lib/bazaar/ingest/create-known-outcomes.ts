import { LRUCache } from 'lru-cache'
import { prepared } from '@/lib/base/infra/database'
import type { PaymentRequirements } from '@/lib/base/x402/wire'
import { laterToolKey } from '../entry/entry-key'
import { type ListingOutcome, rejected } from '../entry/listing-outcome'
import type { CatalogDeps } from '../ports'
import type { RouteNote, ToolNote } from './sale-note'

type Note = RouteNote | ToolNote

export type KnownOutcomes = { find: (note: Note, terms: PaymentRequirements) => Promise<ListingOutcome> }

/** How long a listing that was seen counts as unchanged, so that not every buyer of a route queries it. */
const BELIEVED_MS = 2_000
const MAX_BELIEVED = 1_000

/**
 * Answers from the catalog's present state, by one read of one entry: `rejected` for one that the last probe refused,
 * until the next has ended, and `processing` for one that fails or is unknown.
 */
export function createKnownOutcomes({ database, log, sellers }: CatalogDeps): KnownOutcomes {
  const believed = new LRUCache<string, true>({ max: MAX_BELIEVED, ttl: BELIEVED_MS })
  return {
    async find(note, terms) {
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
    },
  }
}

const suspended = rejected('suspended', 'Those who run this site have suspended this tool.')

type KnownEntryRow = {
  key: string
  status: string | null
  source: string | null
  verification: string | null
  pays_same: boolean
  has_terms: boolean
  refusal: string | null
}

async function look(
  database: CatalogDeps['database'],
  { type, key }: Note,
  terms: PaymentRequirements,
): Promise<ListingOutcome> {
  const [first, later] = await readStanding(
    database,
    [key, ...(type === 'mcp' ? [laterToolKey(key, terms)] : [])],
    terms,
  )
  const isOthers = type === 'mcp' && first?.status && first.source !== 'imported' && !first.pays_same
  if (isOthers && first.source === 'own')
    return rejected('identifier_taken', 'A tool that is sold here has this name. Give yours another one.')
  const entry = isOthers ? later : first
  if (entry?.status === 'delisted') {
    const what = type === 'mcp' ? 'tool' : 'resource'
    return rejected('delisted', `The owner delisted this ${what}. The payTo wallet can list it again.`)
  }
  // A tool is listed by its payment; its server is asked later, where one is known.
  const isKnown = type === 'mcp' ? entry?.source !== 'imported' : entry?.verification === 'live'
  if (entry?.status === 'listed' && isKnown && entry.has_terms) return { status: 'success', key: entry.key }
  return entry?.refusal ? rejected('not_listed', entry.refusal) : { status: 'processing' }
}

/** The state of each key's entry, in order. Addresses compare like payToIdentity: EVM in any case. */
async function readStanding(
  database: CatalogDeps['database'],
  keys: string[],
  { network, scheme, asset, payTo }: PaymentRequirements,
): Promise<(KnownEntryRow | undefined)[]> {
  const rows = await database.$queryRaw<KnownEntryRow[]>`${prepared}
    SELECT asked.key, status, source, verification, coalesce(bool_or(option.pays), false) AS pays_same,
      coalesce(bool_or(option.pays AND option.scheme = ${scheme} AND lower(option.asset) = lower(${asset})), false) AS has_terms,
      CASE WHEN pending.state = 'rejected' THEN pending.reason END AS refusal
    FROM unnest(${keys}::text[]) AS asked(key)
    LEFT JOIN catalog_entries entry ON entry.key = asked.key
    LEFT JOIN catalog_pending_listings pending ON pending.key = asked.key
    LEFT JOIN LATERAL (
      SELECT scheme, asset, network = ${network} AND CASE WHEN network LIKE 'eip155:%'
        THEN lower(pay_to) = lower(${payTo}) ELSE pay_to = ${payTo} END AS pays
      FROM catalog_payment_options WHERE entry_id = entry.id) option ON true
    GROUP BY asked.key, entry.id, pending.key`
  return keys.map((key) => rows.find((row) => row.key === key))
}
