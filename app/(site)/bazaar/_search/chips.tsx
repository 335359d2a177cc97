import { useTranslations } from 'next-intl'
import { networkName } from '@/lib/base/x402/networks'
import type { Understood } from '@/lib/bazaar/find-board'
import { PageLink } from '@/lib/site/ui/page-link'
import { useLocalDigits } from '@/lib/site/ui/use-local-digits'
import { type ExplorerParameters, explorerAddress } from '../_components/explorer-address'
import { type BazaarTexts, checksInWords, eitherInWords } from '../_components/facts-in-words'

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
            className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-[3px] border border-edge px-3 text-small text-ink no-underline hover:border-ink"
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

export const typeName = (t: BazaarTexts, type: string): string => t(type === 'mcp' ? 'chips.tools' : 'chips.resources')

/**
 * The filters of this page, each with the address without it. To remove a constraint that was read from the query, the
 * search keeps the query's topic, and the other constraints as parameters, else as words.
 */
export function chipsOf(t: BazaarTexts, parameters: ExplorerParameters, understood: Understood | null): Chip[] {
  return [...(understood ? wordChips(t, parameters, understood) : []), ...parameterChips(t, parameters)]
}

function wordChips(t: BazaarTexts, parameters: ExplorerParameters, understood: Understood): Chip[] {
  const said = { ...understood, maxUsdPrice: parameters.maxUsdPrice ? null : understood.maxUsdPrice }
  const chip = (text: string, rest: Understood): Chip => ({ text, href: withoutWords(parameters, rest) })
  const { networks, excludedNetworks, type, scheme, minUsdPrice, maxUsdPrice, order } = said
  const limit = said.isMaxUsdPriceExclusive ? 'chips.under' : 'chips.upTo'
  return [
    ...(networks.length > 0
      ? [chip(t('chips.on', { networks: networksInWords(t, networks) }), { ...said, networks: [] })]
      : []),
    ...(excludedNetworks.length > 0
      ? [chip(t('chips.notOn', { networks: networksInWords(t, excludedNetworks) }), { ...said, excludedNetworks: [] })]
      : []),
    ...(type ? [chip(typeName(t, type), { ...said, type: null })] : []),
    ...(scheme ? [chip(t('chips.scheme', { scheme }), { ...said, scheme: null })] : []),
    ...(minUsdPrice
      ? [chip(t('chips.from', { price: dollarsInWords(minUsdPrice) }), { ...said, minUsdPrice: null })]
      : []),
    ...(maxUsdPrice !== null
      ? [chip(t(limit, { price: dollarsInWords(maxUsdPrice) }), { ...said, maxUsdPrice: null })]
      : []),
    ...(order ? [chip(t(`chips.${order}`), { ...said, order: null })] : []),
  ]
}

const withoutWords = (parameters: ExplorerParameters, rest: Understood): string =>
  explorerAddress(parameters, {
    query: wordsOf(rest) || null,
    ...(rest.networks.length > 0 && { network: rest.networks.join(',') }),
    ...(rest.type && { type: rest.type }),
    ...(rest.scheme && { scheme: rest.scheme }),
  })

function parameterChips(t: BazaarTexts, parameters: ExplorerParameters): Chip[] {
  const { type, network, scheme, tags, health, payTo, host, x402Version, maxUsdPrice } = parameters
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
    [host, (value) => t('chips.at', { host: value }), 'host'],
    [payTo, (address) => t('chips.paidTo', { address }), 'payTo'],
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

export const dollarsInWords = (dollars: number): string => `$${dollars.toFixed(6).replace(/(\.\d{2}\d*?)0+$/, '$1')}`

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

const nameOf = (network: string): string => englishFamilies[network] ?? networkName(network)
