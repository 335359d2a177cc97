import type { Sentence } from '@/lib/base/sentences/sentence'
import { microDollars } from '../entry/assets'
import type { Entry } from '../entry/entry'
import { type LookOut, lookOutInWords, weigh } from '../entry/look-outs'
import { type Judgement, judge } from '../judge/judge'
import { inputSchemasOf, outputSchemaOf } from './input-schemas'

/** A catalog entry as pages read it. `method` is null for a tool, and for a resource whose method is unknown. */
export type Listing = Omit<
  Entry,
  'host' | 'serviceName' | 'mimeType' | 'extensions' | 'metadata' | 'lookOuts' | 'clearedLookOuts'
> & {
  /** The seller's or server's name for it; null without one. */
  name: string | null
  /** JSON Schemas of the parts of `input`; null where the seller declared none. */
  inputSchemas: Record<string, unknown> | null
  /** JSON Schema of the answer; null where the seller declared none. */
  outputSchema: Record<string, unknown> | null
  /** The gravest first. */
  lookOuts: ShownLookOut[]
  /** Whether to pay, by what is known without asking it. */
  judgement: Judgement
}

/** `text` is a sentence, `short` some words for a row; `isGrave` for what speaks against paying at all. */
type ShownLookOut = Pick<LookOut, 'kind'> & { text: Sentence; short: Sentence; isGrave: boolean }

export function toListing(entry: Entry): Listing {
  const { host: _host, serviceName, mimeType: _mimeType, extensions, metadata: _metadata, ...rest } = entry
  const { lookOuts, clearedLookOuts: _cleared, ...shown } = rest
  return {
    ...shown,
    name: serviceName ?? entry.toolName,
    problems: [...new Set(entry.problems)],
    lookOuts: lookOuts.map((one) => showLookOut(one, entry)),
    judgement: judgeListed(entry),
    inputSchemas: inputSchemasOf({ extensions }),
    outputSchema: outputSchemaOf({ extensions }),
  }
}

/** The judgement of a listing by what is known of it, without asking its resource. */
export function judgeListed(entry: Entry): Judgement {
  const { verification, source, health, options, x402Version, resource, description } = entry
  // This site answers for its own.
  const isUp = verification === 'live' || source === 'own'
  const isDead = verification === 'dead'
  const answer = { status: null, problem: isDead ? 'unreachable' : null, latencyMs: health.latencyMs }
  return judge({
    probe: isUp || isDead ? answer : null,
    askedAt: health.lastProbedAt ?? entry.lastUpdatedAt,
    terms: {
      ...{ x402Version, resource, description },
      options: options.map(({ timeoutSeconds, ...option }) => ({
        ...option,
        payTo: option.payTo || null,
        microDollars: microDollars(option.network, option.asset, option.amountAtomic),
        maxTimeoutSeconds: timeoutSeconds,
      })),
    },
    refusal: null,
    ...{ entry, isListedOnly: true, mostPaid: new Map(), anyPath: null },
  })
}

const showLookOut = ({ kind, evidence }: LookOut, entry: Entry): ShownLookOut => ({
  kind,
  text: lookOutInWords({ kind, evidence }, 'text'),
  short: lookOutInWords({ kind, evidence }, 'short'),
  isGrave: weigh(kind, entry).isGrave,
})
