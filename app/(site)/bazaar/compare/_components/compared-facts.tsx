import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { networkName } from '@/lib/base/x402/networks'
import type { Listing } from '@/lib/bazaar/browse/listing'
import { Badge } from '@/lib/site/ui/badge'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { describedInput } from '../../_components/described-input'
import {
  type BazaarTexts,
  doubtsInWords,
  healthInWords,
  percentInWords,
  recentUseInWords,
  sourceInWords,
} from '../../_components/facts-in-words'
import { LeastPrice } from '../../_components/least-price'
import { OptionPrice } from '../../_components/option-price'
import { schemaRows } from '../../_components/schema-rows'

type ComparedFact = { name: string; isAlike: boolean; values: ReactNode[] }

/** `text` is compared; `shown` is shown, where it is more than the text. `isNothing`: unknown, or there is none. */
type FactValue = { text: string; shown?: ReactNode; isNothing?: boolean }

const SHOWN_OPTIONS = 4
const SHOWN_FIELDS = 10

/** The facts to choose by, for all entries in their order. `nothing` names the facts that none of them has. */
export function comparedFacts(t: BazaarTexts, listings: Listing[]): { compared: ComparedFact[]; nothing: string[] } {
  const rows = factsIn(t).map(([name, of]) => ({ name, values: listings.map(of) }))
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

const factsIn = (t: BazaarTexts): [string, (listing: Listing) => FactValue][] => [
  [
    t('words.price'),
    ({ options }) => ({
      text: options.map(({ amountAtomic, coin }) => `${amountAtomic} ${coin?.symbol}`).join(),
      shown: <LeastPrice options={options} />,
    }),
  ],
  [
    t('words.networks'),
    ({ options }) => ({
      text: each(
        options.map(({ network }) => networkName(network)),
        t('compare.notKnown'),
      ),
    }),
  ],
  [
    t('words.scheme'),
    ({ options }) => ({
      text: each(
        options.map(({ scheme }) => scheme),
        t('compare.notKnown'),
      ),
    }),
  ],
  [
    t('compare.facts.ways'),
    ({ options }) => ({
      text: options.map(({ scheme, network, amountAtomic }) => [scheme, network, amountAtomic].join(' ')).join(),
      shown: <Ways options={options} />,
    }),
  ],
  [
    t('words.kind'),
    ({ type, method }) => ({ text: type === 'mcp' ? t('terms.tool') : (method ?? t('terms.unknownMethod')) }),
  ],
  [
    t('compare.facts.now'),
    (listing) => {
      const { badge, text } = healthInWords(t, { ...listing, lastProbedAt: listing.health.lastProbedAt })
      return { text, shown: <Badge state={badge}>{text}</Badge> }
    },
  ],
  [
    t('compare.facts.answered'),
    ({ health: { uptime30d } }) => ({
      text: uptime30d === null ? t('compare.notKnownYet') : percentInWords(t, uptime30d),
      isNothing: uptime30d === null,
    }),
  ],
  [
    t('compare.facts.time'),
    ({ health: { latencyMs } }) => ({
      text: latencyMs === null ? t('compare.notKnownYet') : t('compare.milliseconds', { count: String(latencyMs) }),
      isNothing: latencyMs === null,
    }),
  ],
  [
    t('words.settled'),
    ({ settlements: { total, organicPayers } }) => ({
      text: total === 0 ? t('compare.noneAtAll') : t('compare.payments', { total, payers: String(organicPayers) }),
      isNothing: total === 0,
    }),
  ],
  [
    t('compare.facts.recent'),
    ({ settlements: { last30Days } }) => ({
      text: recentUseInWords(t, last30Days),
      isNothing: last30Days.total === 0,
    }),
  ],
  [t('compare.facts.takes'), (listing) => fields(t, describedInput(listing), t('compare.noParameters'))],
  [
    t('compare.facts.gives'),
    ({ output, outputSchema }) =>
      fields(t, outputSchema ? { ...output, schema: outputSchema } : output, t('compare.noFields')),
  ],
  [t('compare.facts.lastCheck'), ({ health: { lastProbedAt } }) => moment(t, lastProbedAt)],
  [t('compare.facts.lastChanged'), ({ lastUpdatedAt }) => moment(t, lastUpdatedAt)],
  [t('compare.facts.firstSeen'), ({ firstSeenAt }) => moment(t, firstSeenAt)],
  [t('compare.facts.source'), ({ source, sourceLabel }) => ({ text: sourceInWords(t, source, sourceLabel) })],
  [t('compare.facts.doubts'), (listing) => ({ text: doubtsInWords(t, listing).join(' ') || t('compare.noneAtAll') })],
]

const each = (texts: string[], none: string): string => [...new Set(texts)].join(', ') || none

const moment = (t: BazaarTexts, at: Date | null): FactValue =>
  at ? { text: at.toISOString(), shown: <Timestamp at={at} mayBreak /> } : { text: t('compare.never'), isNothing: true }

function Ways({ options }: Pick<Listing, 'options'>) {
  const t = useTranslations('bazaar.compare')
  const more = options.length - SHOWN_OPTIONS
  if (options.length === 0) return t('notKnown')
  return (
    <ul>
      {options.slice(0, SHOWN_OPTIONS).map((option, index) => (
        <li key={index}>
          <OptionPrice option={option} />
        </li>
      ))}
      {more > 0 && <li className="text-quiet">{t('more', { count: String(more) })}</li>}
    </ul>
  )
}

/** Names of parameters or fields; a star marks required ones. */
function fields(t: BazaarTexts, declared: unknown, none: string): FactValue {
  const rows = schemaRows(t, declared)
  if (rows.length === 0) return { text: none, isNothing: true }
  const more = rows.length - SHOWN_FIELDS
  return {
    text: rows.map(({ name, isRequired }) => `${name} ${isRequired}`).join(),
    shown: (
      <ul>
        {rows.slice(0, SHOWN_FIELDS).map(({ name, isRequired }, index) => (
          <li key={index}>
            <bdi className="figures">{name}</bdi>
            {isRequired && <span className="text-quiet"> {t('compare.required')}</span>}
          </li>
        ))}
        {more > 0 && <li className="text-quiet">{t('compare.more', { count: String(more) })}</li>}
      </ul>
    ),
  }
}
