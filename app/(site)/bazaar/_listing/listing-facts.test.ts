import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { inLanguage } from '@/development/testing/in-language'
import { BASE, BASE_SEPOLIA, SOLANA_MAINNET } from '@/lib/base/x402/networks'
import type { Listing } from '@/lib/bazaar/browse/listing'
import { ListingFacts } from './listing-facts'

type Option = Listing['options'][number]

const option = (changes: Partial<Option>): Option => ({
  scheme: 'exact',
  network: BASE,
  asset: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  amountAtomic: 10_000n,
  coin: { symbol: 'USDC', decimals: 6 },
  payTo: '0x00000000000000000000000000000000000000aa',
  timeoutSeconds: 60,
  extra: {},
  ...changes,
})

const listing = (changes: Partial<Listing>): Listing => ({
  key: 'GET https://a.example/',
  type: 'http',
  resource: 'https://a.example/',
  method: 'GET',
  toolName: null,
  name: null,
  description: null,
  tags: [],
  iconUrl: null,
  source: 'probed',
  sourceLabel: '',
  verification: 'live',
  suspicions: [],
  termsChanges: { payee: { lastDay: 0, lastWeek: 0, lastAt: null }, price: { lastDay: 0, lastWeek: 0, lastAt: null } },
  problems: [],
  firstSeenAt: new Date(0),
  lastUpdatedAt: new Date(0),
  options: [option({})],
  input: {},
  output: null,
  inputSchemas: null,
  outputSchema: null,
  settlements: {
    total: 0,
    organic: 0,
    organicPayers: 0,
    last30Days: { total: 0, organic: 0, payers: 0 },
    countedAt: null,
  },
  health: { lastProbedAt: new Date(0), uptime24h: null, uptime30d: 0.999, latencyMs: 12 },
  ...changes,
})

const facts = (changes: Partial<Listing>) =>
  renderToStaticMarkup(inLanguage(createElement(ListingFacts, { listing: listing(changes) })))
    .replace(/<dt[^>]*>.*?<\/dt>/g, ' | ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\u00a0/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

test('a listing comes down to one line', () => {
  expect(facts({})).toBe('| 0.01 USDC | Base | GET | Answers 99%')
})

test.each<[string, Option[], string]>([
  ['one price on two networks', [option({}), option({ network: SOLANA_MAINNET })], '0.01 USDC | Base, Solana |'],
  ['the cheapest of several', [option({}), option({ amountAtomic: 5_000n })], 'from 0.005 USDC | Base |'],
  ['a maximum', [option({ scheme: 'upto' })], 'up to 0.01 USDC | Base |'],
  ['a known price beside an unknown one', [option({ coin: null }), option({})], 'from 0.01 USDC | Base |'],
  ['a coin that nobody knows', [option({ coin: null })], 'In an unknown coin | Base |'],
  ['an unknown amount', [option({ amountAtomic: null })], 'Price unknown | Base |'],
  ['no option', [], 'No way to pay known | No network known |'],
  [
    'many networks',
    [BASE, SOLANA_MAINNET, BASE_SEPOLIA, 'eip155:137'].map((network) => option({ network })),
    '0.01 USDC | Base, Solana +2 |',
  ],
  [
    'a long network',
    [option({ network: 'algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73k' })],
    '0.01 USDC | algorand…esN73k |',
  ],
])('says %s', (_, options, words) => {
  expect(facts({ options })).toContain(words)
})

test('a tool, payers of late and a failing check are said', () => {
  const settlements = { ...listing({}).settlements, last30Days: { total: 9, organic: 8, payers: 1 } }
  expect(facts({ type: 'mcp', method: null, settlements, verification: 'failing' })).toBe(
    '| 0.01 USDC | Base | MCP tool | Fails now and then 99% 1 payer in 30 days',
  )
})
