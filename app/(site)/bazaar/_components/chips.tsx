import { useFormatter, useTranslations } from 'next-intl'
import type { Facets } from '@/lib/bazaar/browse/facets'
import type { Understood } from '@/lib/bazaar/find-board'
import { useLocalDigits } from '@/lib/site/ui/amount'
import { PageLink } from '@/lib/site/ui/page-link'
import { Unfold } from '@/lib/site/ui/section'
import { type ExplorerParameters, explorerAddress } from './addresses'
import { type BazaarTexts, checksInWords, eitherInWords } from './facts-in-words'
import { nameOf as networkTitle } from './least-price'

type Chip = { text: string; href: string }
export function ChipList({ chips }: { chips: Chip[] }) {
  const t = useTranslations('bazaar.chips')
  const inDigits = useLocalDigits()
  if (chips.length === 0) return null
  return (
    <ul aria-label={t('label')} className="flex flex-wrap gap-2">
      {chips.map(({ text, href }) => (
        <li key={text} className="max-w-full">
          <PageLink
            href={href}
            className="inline-flex min-h-11 lg:min-h-8 max-w-full items-center gap-2 rounded-[3px] border border-edge px-3 text-small text-ink no-underline hover:border-ink"
          >
            {t.rich('remove', {
              hidden: (remove) => <span className="sr-only">{remove}</span>,
              chip: () => <span className="min-w-0 wrap-anywhere">{text.includes('$') ? inDigits(text) : text}</span>,
            })}
            <svg viewBox="0 0 12 12" aria-hidden className="size-3 shrink-0 fill-none stroke-current" strokeWidth="1.8">
              <path d="m2.5 2.5 7 7m0-7-7 7" />
            </svg>
          </PageLink>
        </li>
      ))}
    </ul>
  )
}

const typeName = (t: BazaarTexts, type: string): string => t(type === 'mcp' ? 'chips.tools' : 'chips.resources')

/**
 * The filters of this page, each with the address without it. To remove a constraint that was read from the query, the
 * search keeps the query's topic, and the other constraints as parameters, else as words.
 */
export function chipsOf(t: BazaarTexts, parameters: ExplorerParameters, understood: Understood | null): Chip[] {
  return [...(understood ? wordChips(t, parameters, understood) : []), ...parameterChips(t, parameters)]
}

function wordChips(t: BazaarTexts, parameters: ExplorerParameters, understood: Understood): Chip[] {
  const said = { ...understood, maxUsdPrice: parameters.maxUsdPrice ? null : understood.maxUsdPrice }
  const { networks, excludedNetworks, type, scheme, minUsdPrice, maxUsdPrice, order } = said
  const limit = said.isMaxUsdPriceExclusive ? 'chips.under' : 'chips.upTo'
  const on = (words: 'chips.on' | 'chips.notOn', list: string[]) =>
    list.length > 0 && t(words, { networks: networksInWords(t, list) })
  const all: [text: string | false | null, rest: Partial<Understood>][] = [
    [on('chips.on', networks), { networks: [] }],
    [on('chips.notOn', excludedNetworks), { excludedNetworks: [] }],
    [type && typeName(t, type), { type: null }],
    [scheme && t('chips.scheme', { scheme }), { scheme: null }],
    [minUsdPrice ? t('chips.from', { price: dollarsInWords(minUsdPrice) }) : null, { minUsdPrice: null }],
    [maxUsdPrice !== null && t(limit, { price: dollarsInWords(maxUsdPrice) }), { maxUsdPrice: null }],
    [order && t(`chips.${order}`), { order: null }],
  ]
  return all.flatMap(([text, rest]) => (text ? [{ text, href: withoutWords(parameters, { ...said, ...rest }) }] : []))
}

const withoutWords = (parameters: ExplorerParameters, rest: Understood): string =>
  explorerAddress(parameters, {
    query: wordsOf(rest) || null,
    ...(rest.networks.length > 0 && { network: rest.networks.join(',') }),
    ...(rest.type && { type: rest.type }),
    ...(rest.scheme && { scheme: rest.scheme }),
  })

function parameterChips(t: BazaarTexts, parameters: ExplorerParameters): Chip[] {
  const { type, network, scheme, tags, health, x402Version, maxUsdPrice } = parameters
  const priceOf = (value: string) => (Number.isFinite(Number(value)) ? dollarsInWords(Number(value)) : value)
  const shown: [string | undefined, (value: string) => string, string][] = [
    [type, (value) => typeName(t, value), 'type'],
    [network, (value) => t('chips.on', { networks: networksInWords(t, value.split(',')) }), 'network'],
    [scheme, (value) => t('chips.scheme', { scheme: value }), 'scheme'],
    [tags, (tag) => t('chips.tagged', { tag }), 'tags'],
    [
      health,
      (value) => {
        const states = value.split(',').map((each) => checksInWords(t, each))
        return eitherInWords(t, states)
      },
      'health',
    ],
    [x402Version, (value) => t('chips.version', { version: eitherInWords(t, value.split(',')) }), 'x402Version'],
    [maxUsdPrice, (value) => t('chips.upTo', { price: priceOf(value) }), 'maxUsdPrice'],
  ]
  return shown.flatMap(([value, inWords, name]) =>
    value === undefined ? [] : [{ text: inWords(value), href: explorerAddress(parameters, { [name]: null }) }],
  )
}

function networksInWords(t: BazaarTexts, networks: string[]): string {
  const inWords = (network: string) => (network === 'eip155:*' ? t('chips.anyEvm') : nameOf(network))
  return eitherInWords(t, [...new Set(networks.map(inWords))])
}

const dollarsInWords = (dollars: number): string => `$${dollars.toFixed(6).replace(/(\.\d{2}\d*?)0+$/, '$1')}`

/** The understood query, in words that the search understands: in English, whatever the reader's language. */
function wordsOf(understood: Understood): string {
  const { topic, minUsdPrice, maxUsdPrice, isMaxUsdPriceExclusive, excludedNetworks, order } = understood
  const words = [
    topic,
    minUsdPrice ? `at least ${dollarsInWords(minUsdPrice)}` : '',
    maxUsdPrice === null ? '' : `${isMaxUsdPriceExclusive ? 'under' : 'at most'} ${dollarsInWords(maxUsdPrice)}`,
    // The name stands for all of its networks; one of them is enough.
    ...excludedNetworks.slice(0, 1).map((network) => `not on ${nameOf(network).toLowerCase()}`),
    order === 'dearest' ? 'most expensive' : (order ?? ''),
  ]
  return words.filter(Boolean).join(' ')
}

const englishFamilies: Record<string, string> = {
  'eip155:*': 'any EVM network',
  'solana:*': 'Solana',
  'algorand:*': 'Algorand',
}

const nameOf = (network: string): string => englishFamilies[network] ?? networkTitle(network)

type ShownFacet = keyof Facets
type FilterLinksProps = { parameters: ExplorerParameters; facets: Facets }
type Choice = { text: string; count: number; href: string; isCurrent: boolean }
export function FilterLinks({ parameters, facets }: FilterLinksProps) {
  const t = useTranslations('bazaar')
  const inDigits = useLocalDigits()
  const groups: { title: string; name: ShownFacet; inWords: (value: string) => string }[] = [
    { title: t('words.kind'), name: 'type', inWords: (value) => typeName(t, value) },
    {
      title: t('words.price'),
      name: 'maxUsdPrice',
      inWords: (value) => t('chips.upTo', { price: inDigits(dollarsInWords(Number(value))) }),
    },
    { title: t('words.health'), name: 'health', inWords: (value) => checksInWords(t, value) },
    { title: t('filters.network'), name: 'network', inWords: networkTitle },
    { title: t('filters.tag'), name: 'tags', inWords: (value) => value },
  ]
  return (
    <nav aria-label={t('filters.label')} className="flex flex-wrap gap-2">
      {groups.map(({ title, name, inWords }) => (
        <FilterGroup key={name} title={title} choices={choicesOf(parameters, facets, name, inWords)} />
      ))}
    </nav>
  )
}

/** A set filter is shown even without results, so that it can be removed here. */
function choicesOf(
  parameters: ExplorerParameters,
  facets: Facets,
  name: ShownFacet,
  inWords: (value: string) => string,
): Choice[] {
  const set = parameters[name]
  const isMissing = set !== undefined && !set.includes(',') && !facets[name].some(({ value }) => value === set)
  const values = isMissing && /^[^*]+$/.test(set) ? [...facets[name], { value: set, count: 0 }] : facets[name]
  return values
    .filter(({ value, count }) => count > 0 || value === set)
    .map(({ value, count }) => ({
      text: inWords(value),
      count,
      href: explorerAddress(parameters, { [name]: value === set ? null : value }),
      isCurrent: value === set,
    }))
}

function FilterGroup({ title, choices }: { title: string; choices: Choice[] }) {
  if (choices.length === 0) return null
  return (
    <details name="filter" className="relative">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-1.5 rounded-[3px] border border-dashed border-edge px-3 text-small hover:border-ink lg:min-h-8 [&::-webkit-details-marker]:hidden">
        {title}
        <Unfold />
      </summary>
      <div className="absolute z-10 mt-1 max-h-80 w-64 max-w-[80vw] overflow-y-auto border border-edge bg-sheet px-4 py-2 shadow-dialog">
        <ChoiceList title={title} choices={choices} />
      </div>
    </details>
  )
}

function ChoiceList({ title, choices }: { title: string; choices: Choice[] }) {
  const format = useFormatter()
  return (
    <ul aria-label={title}>
      {choices.map(({ text, count, href, isCurrent }) => (
        <li key={text}>
          <PageLink
            href={href}
            aria-current={isCurrent ? 'true' : undefined}
            className="group inline-flex min-h-11 lg:min-h-8 items-center gap-2 text-small text-accent aria-[current]:font-strong aria-[current]:text-ink"
          >
            <span className="wrap-anywhere underline-offset-4 group-hover:underline">{text}</span>{' '}
            <span className="figures text-quiet">{format.number(count)}</span>
          </PageLink>
        </li>
      ))}
    </ul>
  )
}
