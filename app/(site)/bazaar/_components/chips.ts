import { networkName } from '@/lib/x402/networks'
import type { Understood } from '../_server/explorer'
import { type ExplorerParameters, explorerAddress } from './explorer-address'
import { checksInWords } from './facts-in-words'

export type Chip = { text: string; href: string }

/** Names of kinds as readers know them. */
export const typeName = (type: string): string => (type === 'mcp' ? 'MCP tools' : 'HTTP resources')

/** A dollar amount without rounding and without an exponent. */
export const dollarsInWords = (dollars: number): string => `$${dollars.toFixed(6).replace(/(\.\d{2}\d*?)0+$/, '$1')}`

/**
 * What narrows this page, each with the address that lacks it. Constraints that were read from the words leave with
 * their words: the search becomes its topic, and the rest is kept as parameters, else as words.
 */
export function chipsOf(parameters: ExplorerParameters, understood: Understood | null): Chip[] {
  return [...(understood ? wordChips(parameters, understood) : []), ...parameterChips(parameters)]
}

function wordChips(parameters: ExplorerParameters, understood: Understood): Chip[] {
  const said = { ...understood, maxUsdPrice: parameters.maxUsdPrice ? null : understood.maxUsdPrice }
  const chip = (text: string, rest: Understood): Chip => ({ text, href: withoutWords(parameters, rest) })
  const { networks, excludedNetworks, type, method, scheme, minUsdPrice, maxUsdPrice, order } = said
  return [
    ...(networks.length > 0 ? [chip(`on ${networksInWords(networks)}`, { ...said, networks: [] })] : []),
    ...(excludedNetworks.length > 0
      ? [chip(`not only on ${networksInWords(excludedNetworks)}`, { ...said, excludedNetworks: [] })]
      : []),
    ...(type ? [chip(typeName(type), { ...said, type: null })] : []),
    ...(method ? [chip(`${method} requests`, { ...said, method: null })] : []),
    ...(scheme ? [chip(`scheme ${scheme}`, { ...said, scheme: null })] : []),
    ...(minUsdPrice ? [chip(`from ${dollarsInWords(minUsdPrice)}`, { ...said, minUsdPrice: null })] : []),
    ...(maxUsdPrice !== null ? [chip(limitInWords(said, 'up to'), { ...said, maxUsdPrice: null })] : []),
    ...(order ? [chip(`${order} first`, { ...said, order: null })] : []),
  ]
}

const limitInWords = (
  { maxUsdPrice, isMaxUsdPriceExclusive }: Pick<Understood, 'maxUsdPrice' | 'isMaxUsdPriceExclusive'>,
  inclusive: string,
): string => `${isMaxUsdPriceExclusive ? 'under' : inclusive} ${dollarsInWords(maxUsdPrice ?? 0)}`

function withoutWords(parameters: ExplorerParameters, rest: Understood): string {
  const words = [
    rest.topic,
    rest.method ? `${rest.method} requests` : '',
    rest.minUsdPrice ? `at least ${dollarsInWords(rest.minUsdPrice)}` : '',
    rest.maxUsdPrice !== null ? limitInWords(rest, 'at most') : '',
    // A name stands for all of its networks; the first of them is called by it.
    ...rest.excludedNetworks.slice(0, 1).map((network) => `not on ${networksInWords([network]).toLowerCase()}`),
    rest.order === 'dearest' ? 'most expensive' : (rest.order ?? ''),
  ]
  return explorerAddress(parameters, {
    query: words.filter(Boolean).join(' ') || null,
    ...(rest.networks.length > 0 && { network: rest.networks.join(',') }),
    ...(rest.type && { type: rest.type }),
    ...(rest.scheme && { scheme: rest.scheme }),
  })
}

function parameterChips(parameters: ExplorerParameters): Chip[] {
  const { type, network, scheme, tags, health, payTo, host, maxUsdPrice } = parameters
  const shown: [string | undefined, (value: string) => string, string][] = [
    [type, typeName, 'type'],
    [network, (value) => `on ${networksInWords(value.split(','))}`, 'network'],
    [scheme, (value) => `scheme ${value}`, 'scheme'],
    [tags, (value) => `tagged ${value}`, 'tags'],
    [health, (value) => value.split(',').map(checksInWords).join(' or '), 'health'],
    [host, (value) => `at ${value}`, 'host'],
    [payTo, (value) => `paid to ${value}`, 'payTo'],
    [
      maxUsdPrice,
      (value) => `up to ${Number.isFinite(Number(value)) ? dollarsInWords(Number(value)) : value}`,
      'maxUsdPrice',
    ],
  ]
  return shown.flatMap(([value, inWords, name]) =>
    value === undefined ? [] : [{ text: inWords(value), href: explorerAddress(parameters, { [name]: null }) }],
  )
}

const families: Record<string, string> = {
  'eip155:*': 'any EVM network',
  'solana:*': 'Solana',
  'algorand:*': 'Algorand',
}

const networksInWords = (networks: string[]): string =>
  [...new Set(networks.map((network) => families[network] ?? networkName(network)))].join(' or ')
