import { networkName } from '@/lib/base/x402/networks'
import type { Understood } from '@/lib/bazaar/find-board'
import { type ExplorerParameters, explorerAddress } from './explorer-address'
import { type BazaarTexts, checksInWords, eitherInWords, findKnown } from './facts-in-words'
import { dollarsInWords, wordsOf } from './words-of-search'

export type Chip = { text: string; href: string }

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
  const { networks, excludedNetworks, type, method, scheme, minUsdPrice, maxUsdPrice, order } = said
  const limit = said.isMaxUsdPriceExclusive ? 'chips.under' : 'chips.upTo'
  return [
    ...(networks.length > 0
      ? [chip(t('chips.on', { networks: networksInWords(t, networks) }), { ...said, networks: [] })]
      : []),
    ...(excludedNetworks.length > 0
      ? [chip(t('chips.notOn', { networks: networksInWords(t, excludedNetworks) }), { ...said, excludedNetworks: [] })]
      : []),
    ...(type ? [chip(typeName(t, type), { ...said, type: null })] : []),
    ...(method ? [chip(t('chips.method', { method }), { ...said, method: null })] : []),
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
      (value) =>
        eitherInWords(
          t,
          value.split(',').map((each) => checksInWords(t, each)),
        ),
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

const families = { 'solana:*': 'Solana', 'algorand:*': 'Algorand' }

function networksInWords(t: BazaarTexts, networks: string[]): string {
  const nameOf = (network: string) =>
    network === 'eip155:*' ? t('chips.anyEvm') : (findKnown(families, network) ?? networkName(network))
  return eitherInWords(t, [...new Set(networks.map(nameOf))])
}
