import { useFormatter, useTranslations } from 'next-intl'
import type { FacetName, Facets } from '@/lib/bazaar/browse/facets'
import type { Board } from '@/lib/bazaar/find-board'
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

/** Each filter's value in words, as its chip and its choice say it. */
const filterWords = (t: BazaarTexts): Record<FacetName, (value: string) => string> => ({
  type: (type) => t(type === 'mcp' ? 'chips.tools' : 'chips.resources'),
  maxUsdPrice: (value) => t('chips.upTo', { price: Number.isFinite(Number(value)) ? inDollars(Number(value)) : value }),
  health: (states) => eitherOf(t, states, (state) => checksInWords(t, state)),
  network: (networks) =>
    eitherOf(t, networks, (network) => (network === 'eip155:*' ? t('chips.anyEvm') : nameOf(network))),
  tags: (tag) => tag,
  scheme: (scheme) => t('chips.scheme', { scheme }),
  x402Version: (versions) => t('chips.version', { version: eitherOf(t, versions, (version) => version) }),
})

const eitherOf = (t: BazaarTexts, list: string, inWords: (value: string) => string): string =>
  eitherInWords(t, [...new Set(list.split(',').map(inWords))])

const inDollars = (dollars: number): string => `$${dollars.toFixed(6).replace(/(\.\d{2}\d*?)0+$/, '$1')}`

const families: Record<string, string> = { 'eip155:*': 'EVM', 'solana:*': 'Solana', 'algorand:*': 'Algorand' }

const nameOf = (network: string): string => families[network] ?? networkTitle(network)

type Searched = Pick<Board, 'understood' | 'said'>

/** The limits of this page, by a filter or by words of its search, each with the address without it. */
export function chipsOf(t: BazaarTexts, parameters: ExplorerParameters, { understood, said }: Searched): Chip[] {
  const inWords = filterWords(t)
  const set = Object.entries(inWords).flatMap(([name, say]) => {
    const value = parameters[name]
    return value === undefined ? [] : [{ text: say(value), href: explorerAddress(parameters, { [name]: null }) }]
  })
  if (!understood) return set
  const { topic, networks, excludedNetworks, type, scheme, maxUsdPrice, minUsdPrice, order } = understood
  const words = (parameters.query ?? '').replace(/\s+/g, ' ')
  const most = understood.isMaxUsdPriceExclusive ? 'chips.under' : 'chips.upTo'
  const limits: [read: string | undefined, text: string | null | false][] = [
    [said.type, type && inWords.type(type)],
    [said.price, maxUsdPrice !== null && t(most, { price: inDollars(maxUsdPrice) })],
    [said.price, minUsdPrice !== null && t('chips.atLeast', { price: inDollars(minUsdPrice) })],
    [said.networks, inWords.network(networks.join(','))],
    [said.excludedNetworks, t('chips.notOn', { networks: eitherInWords(t, excludedNetworks.map(nameOf)) })],
    [said.scheme, scheme && inWords.scheme(scheme)],
    [parameters.sort ? undefined : said.order, order && t('chips.order', { order })],
  ]
  const fromWords = limits.flatMap(([read, text]) => {
    if (!read || !text || set.some((chip) => chip.text === text)) return []
    // The other words stay, and weigh as before; only the topic does where another limit stood between these.
    const others = words.includes(read) ? words.replace(read, ' ').replace(/\s+/g, ' ').trim() : topic
    return [{ text, href: explorerAddress(parameters, { query: others || null }) }]
  })
  return [...set, ...fromWords]
}

const groups = [
  ['type', 'words.kind'],
  ['maxUsdPrice', 'words.price'],
  ['health', 'words.health'],
  ['network', 'filters.network'],
  ['tags', 'filters.tag'],
] as const

type Choice = { text: string; count: number; href: string; isCurrent: boolean }

export function FilterLinks({ parameters, facets }: { parameters: ExplorerParameters; facets: Facets }) {
  const t = useTranslations('bazaar')
  const inDigits = useLocalDigits()
  const words = filterWords(t)
  return (
    <nav aria-label={t('filters.label')} className="flex flex-wrap gap-1 sm:gap-2">
      {groups.map(([name, title]) => (
        <FilterGroup
          key={name}
          title={t(title)}
          choices={choicesOf(parameters, facets, name, (value) =>
            name === 'maxUsdPrice' ? inDigits(words[name](value)) : words[name](value),
          )}
        />
      ))}
    </nav>
  )
}

/** A set filter is shown even without results, so that it can be removed here. */
function choicesOf(
  parameters: ExplorerParameters,
  facets: Facets,
  name: FacetName,
  inWords: (value: string) => string,
): Choice[] {
  const set = parameters[name]
  const isMissing = set !== undefined && !/[,*]/.test(set) && !facets[name].some(({ value }) => value === set)
  return [...facets[name], ...(isMissing ? [{ value: set, count: 0 }] : [])]
    .filter(({ value, count }) => count > 0 || value === set)
    .map(({ value, count }) => ({
      text: inWords(value),
      count,
      href: explorerAddress(parameters, { [name]: value === set ? null : value }),
      isCurrent: value === set,
    }))
}

function FilterGroup({ title, choices }: { title: string; choices: Choice[] }) {
  const format = useFormatter()
  if (choices.length === 0) return null
  return (
    <details name="filter" className="relative">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-1.5 rounded-[3px] border border-dashed border-edge px-1.5 text-small hover:border-ink sm:px-3 lg:min-h-8 [&::-webkit-details-marker]:hidden">
        {title}
        <Unfold />
      </summary>
      <div className="absolute z-10 mt-1 max-h-80 w-64 max-w-[80vw] overflow-y-auto border border-edge bg-sheet px-4 py-2 shadow-dialog">
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
      </div>
    </details>
  )
}
