import type { ReactNode } from 'react'
import { Badge } from '@/lib/ui/badge'
import { Timestamp } from '@/lib/ui/timestamp'
import { networkName } from '@/lib/x402/networks'
import { describedInput } from '../../_components/described-input'
import {
  healthInWords,
  percent,
  problemInWords,
  recentUseInWords,
  sourceInWords,
  suspicionInWords,
} from '../../_components/facts-in-words'
import { LeastPrice } from '../../_components/least-price'
import { OptionPrice } from '../../_components/option-price'
import { schemaRows } from '../../_components/schema-rows'
import type { Listing } from '../../_server/explorer'

type ComparedFact = { name: string; isAlike: boolean; values: ReactNode[] }

/**
 * `text` is the fact as it is compared; `shown` as it is shown, where that is more than the text. `isNothing`: nothing
 * is known, or there is none.
 */
type FactValue = { text: string; shown?: ReactNode; isNothing?: boolean }

const SHOWN_OPTIONS = 4
const SHOWN_FIELDS = 10

/**
 * What decides between entries, each fact for all of them, in their order. `nothing` are the names of facts of which
 * none of them has anything to show.
 */
export function comparedFacts(listings: Listing[]): { compared: ComparedFact[]; nothing: string[] } {
  const rows = Object.entries(facts).map(([name, of]) => ({ name, values: listings.map(of) }))
  const isNothing = ({ values }: (typeof rows)[number]) => values.every((value) => value.isNothing)
  return {
    nothing: rows.filter(isNothing).map(({ name }) => name),
    compared: rows
      .filter((row) => !isNothing(row))
      .map(({ name, values }) => ({
        name,
        isAlike: values.length > 1 && new Set(values.map(({ text }) => text)).size === 1,
        values: values.map(({ text, shown }) => shown ?? text),
      })),
  }
}

const facts: Record<string, (listing: Listing) => FactValue> = {
  Price: ({ options }) => ({
    text: options.map(({ amountAtomic, coin }) => `${amountAtomic} ${coin?.symbol}`).join(),
    shown: <LeastPrice options={options} />,
  }),
  Networks: ({ options }) => ({
    text: each(
      options.map(({ network }) => networkName(network)),
      'not known',
    ),
  }),
  Scheme: ({ options }) => ({
    text: each(
      options.map(({ scheme }) => scheme),
      'not known',
    ),
  }),
  'Ways to pay': ({ options }) => ({
    text: options.map(({ scheme, network, amountAtomic }) => [scheme, network, amountAtomic].join(' ')).join(),
    shown: <Ways options={options} />,
  }),
  Kind: ({ type, method }) => ({ text: type === 'mcp' ? 'MCP tool' : (method ?? 'HTTP, method unknown') }),
  Now: (listing) => {
    const { badge, text } = healthInWords({ ...listing, lastProbedAt: listing.health.lastProbedAt })
    return { text, shown: <Badge state={badge}>{text}</Badge> }
  },
  'Answered, 30 days': ({ health }) => ({
    text: health.uptime30d === null ? 'not known yet' : percent(health.uptime30d),
    isNothing: health.uptime30d === null,
  }),
  'Time to answer': ({ health }) => ({
    text: health.latencyMs === null ? 'not known yet' : `${health.latencyMs} ms`,
    isNothing: health.latencyMs === null,
  }),
  'Payments settled here': ({ settlements: { total, organicPayers } }) => ({
    text: total === 0 ? 'none' : `${total.toLocaleString('en-GB')}, ${organicPayers} independent payers`,
    isNothing: total === 0,
  }),
  'Of late': ({ settlements: { last30Days } }) => ({
    text: recentUseInWords(last30Days),
    isNothing: last30Days.total === 0,
  }),
  'What it takes': (listing) => fields(describedInput(listing), 'no parameters named'),
  'What it gives': ({ output, outputSchema }) =>
    fields(outputSchema ? { ...output, schema: outputSchema } : output, 'no fields named'),
  'Last check': ({ health: { lastProbedAt } }) => moment(lastProbedAt),
  'Last changed': ({ lastUpdatedAt }) => moment(lastUpdatedAt),
  'First seen': ({ firstSeenAt }) => moment(firstSeenAt),
  Source: ({ source, sourceLabel }) => ({ text: sourceInWords(source, sourceLabel) }),
  Doubts: ({ suspicions, problems }) => ({
    text: [...suspicions.map(suspicionInWords), ...problems.map(problemInWords)].join(' ') || 'none',
  }),
}

const each = (texts: string[], none: string): string => [...new Set(texts)].join(', ') || none

const moment = (at: Date | null): FactValue =>
  at ? { text: at.toISOString(), shown: <Timestamp at={at} mayBreak /> } : { text: 'never', isNothing: true }

function Ways({ options }: Pick<Listing, 'options'>) {
  const more = options.length - SHOWN_OPTIONS
  if (options.length === 0) return 'not known'
  return (
    <ul>
      {options.slice(0, SHOWN_OPTIONS).map((option, index) => (
        <li key={index}>
          <OptionPrice option={option} />
        </li>
      ))}
      {more > 0 && <li className="text-quiet">and {more} more</li>}
    </ul>
  )
}

/** Names of parameters or fields; a star is on those that must be given. */
function fields(declared: unknown, none: string): FactValue {
  const rows = schemaRows(declared)
  if (rows.length === 0) return { text: none, isNothing: true }
  const more = rows.length - SHOWN_FIELDS
  return {
    text: rows.map(({ name, isRequired }) => `${name} ${isRequired}`).join(),
    shown: (
      <ul>
        {rows.slice(0, SHOWN_FIELDS).map(({ name, isRequired }, index) => (
          <li key={index}>
            <bdi className="figures">{name}</bdi>
            {isRequired && <span className="text-quiet"> required</span>}
          </li>
        ))}
        {more > 0 && <li className="text-quiet">and {more} more</li>}
      </ul>
    ),
  }
}
