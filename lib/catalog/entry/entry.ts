import type { EntryDraft, OptionDraft } from './draft'
import type { Ranking } from './ranking'

/** What the catalog lists, with what it found out itself. It is presented on the wire, and on pages. */
export type Entry = Pick<
  EntryDraft,
  | 'key'
  | 'type'
  | 'resource'
  | 'method'
  | 'toolName'
  | 'host'
  | 'description'
  | 'mimeType'
  | 'serviceName'
  | 'tags'
  | 'iconUrl'
  | 'output'
  | 'extensions'
  | 'metadata'
  | 'problems'
> & {
  /** Always says whether it is a request or a tool; what else the seller declared stands beside it. */
  input: Record<string, unknown>
  options: EntryOption[]
  /** own | settled | probed | imported */
  source: string
  /** Who said so: a facilitator's URL, a directory, a settlement. */
  sourceLabel: string
  /** unverified | live | failing | dead */
  verification: string
  settlements: {
    total: number
    organic: number
    organicPayers: number
    last30Days: { total: number; organic: number; payers: number }
    countedAt: Date | null
  }
  health: { lastProbedAt: Date | null; uptime24h: number | null; uptime30d: number | null; latencyMs: number | null }
  suspicions: string[]
  firstSeenAt: Date
  lastUpdatedAt: Date
  /** In answers to a search: why it stands where it does. */
  ranking?: Ranking
}

/** One way to pay. Null is unknown, never free. */
export type EntryOption = Omit<OptionDraft, 'microDollars'>
