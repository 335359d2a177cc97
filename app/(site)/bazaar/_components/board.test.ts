import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { inLanguage } from '@/development/testing/in-language'
import { BASE, BASE_SEPOLIA, SOLANA_MAINNET } from '@/lib/base/x402/networks'
import type { Entry } from '@/lib/bazaar/entry/entry'
import { Board } from './board'
import { CallPrice, OptionPrice } from './least-price'

type Option = Entry['options'][number]

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

const checked = { lastProbedAt: new Date(0), uptime24h: null, uptime30d: 0.999, latencyMs: 12 }

const entry = (changes: Partial<Entry>): Entry => ({
  key: 'GET https://a.example/',
  type: 'http',
  host: 'a.example',
  serviceName: 'Tides',
  mimeType: null,
  extensions: null,
  metadata: {},
  priceChangedAt: null,
  resource: 'https://a.example/',
  method: 'GET',
  x402Version: 2,
  toolName: null,
  name: 'Tides',
  description: null,
  tags: [],
  iconUrl: null,
  source: 'probed',
  sourceLabel: '',
  verification: 'live',
  warnings: [],
  payeeChangedAt: null,
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
  health: checked,
  ...changes,
})

const rows = (entries: Entry[], owned = new Set<string>()): string[] =>
  renderToStaticMarkup(inLanguage(createElement(Board, { label: 'Results', entries, owned })))
    .split(/role="row"|<li/)
    .slice(2)
    .map((row) =>
      row
        .slice(row.indexOf('>') + 1)
        .replace(/<wbr[^>]*>/g, '')
        .replace(/<[^>]*>/g, ' ')
        .replace(/\u00a0/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )

const row = (changes: Partial<Entry>) => rows([entry(changes)])[0]

test.each<[string, Partial<Entry>, string]>([
  ['its price and how it answers', {}, 'a.example Base 99%, 12 ms 0.01 USDC'],
  [
    'the first network and how many more',
    { options: [option({}), option({ network: BASE_SEPOLIA }), option({ network: SOLANA_MAINNET })] },
    'Base +2',
  ],
  ['what was not checked', { verification: 'unverified', health: { ...checked, uptime30d: null } }, 'Not checked'],
  ['what does not answer, whatever it did before', { verification: 'dead' }, 'Does not answer'],
  [
    'its independent payers',
    {
      settlements: {
        total: 90,
        organic: 80,
        organicPayers: 77,
        last30Days: { total: 0, organic: 0, payers: 0 },
        countedAt: null,
      },
    },
    '77 0.01 USDC',
  ],
])('a row says %s', (_, changes, said) => {
  expect(row(changes)).toContain(said)
})

test('tools of one server, and nearly one text at a host, stand under one row', () => {
  const stats = { name: null, resource: 'https://scan.example/stats' }
  const tool = { type: 'mcp' as const, method: null, resource: 'https://tools.example/mcp' }
  const found = rows([
    entry({ ...stats, key: 'a', description: 'Statistics of wallet 0x71c1' }),
    entry({ ...tool, key: 'b', name: 'tides', toolName: 'tides' }),
    entry({ ...stats, key: 'c', description: 'Statistics of wallet 0x9e02' }),
    entry({ ...stats, key: 'd', description: null }),
    entry({ ...tool, key: 'e', name: 'ports', toolName: 'ports' }),
    entry({ ...stats, key: 'f', description: null }),
    entry({ ...stats, key: 'g', description: 'Added by scraper. Owners can edit.' }),
    entry({ ...stats, key: 'h', description: 'Added by scraper. Owners can edit.' }),
  ])
  expect(found.map((row) => row.slice(0, 30))).toEqual([
    expect.stringContaining('Statistics of wallet 0x71c1'),
    expect.stringContaining('Statistics of wallet 0x71c1'),
    expect.stringContaining('Statistics of wallet 0x9e02'),
    expect.stringContaining('tools.example 2 operations'),
    expect.stringContaining('tides'),
    expect.stringContaining('ports'),
    expect.stringContaining('scan.example'),
    expect.stringContaining('scan.example'),
    expect.stringContaining('scan.example 2 operations'),
    expect.stringContaining('Added by scraper'),
    expect.stringContaining('Added by scraper'),
  ])
})

test('operations of one service stand under one row with its range of prices, other names beside it', () => {
  const found = rows([
    entry({ key: 'a', resource: 'https://a.example/port', description: 'Tides of a port' }),
    entry({ key: 'b', name: 'Dice' }),
    entry({ key: 'c', resource: 'https://a.example/all', options: [option({ amountAtomic: 2_000n })] }),
    entry({ key: 'd', resource: 'https://b.example/' }),
  ])
  expect(found).toHaveLength(5)
  expect(found[0]).toContain('Tides 2 operations')
  expect(found[1]).toContain('Tides of a port GET /port')
  expect(found[2]).toContain('GET /all')
  // The row's own price stands behind its operations.
  expect(found[2]).toContain('from 0.002 USDC')
  expect(found[3]).toContain('Dice a.example')
  expect(found[4]).toContain('Tides b.example')
})

test('an operation says what a row says, and its service the worst of them and all payers', () => {
  const paidBy = (organicPayers: number) => ({ ...entry({}).settlements, organicPayers })
  const owned = { key: 'a', resource: 'https://a.example/port', settlements: paidBy(2) }
  const dead = { key: 'b', resource: 'https://a.example/all', verification: 'dead' as const, settlements: paidBy(1) }
  const found = rows([entry(owned), entry(dead)], new Set([owned.resource]))
  expect(found[1]).toContain('Bought 99%, 12 ms Base paid by 2 wallets')
  expect(found[2]).toContain('GET /all 0.01 USDC Does not answer Base paid by 1 wallet')
  expect(found[2]).toMatch(/Base Does not answer 3 0.01 USDC$/)
})

const unknown = option({ coin: null, amountAtomic: 1_000n })

test.each([
  ['a known price', CallPrice, { options: [option({})] }, '0.01 USDC a call on Base'],
  ['a price in an unknown coin', CallPrice, { options: [unknown] }, 'In an unknown coin · Base'],
  ['no price', CallPrice, { options: [] }, 'Asks its price · No network known'],
  ['units of an unknown coin', OptionPrice, { option: unknown }, '1000 units of 0x833589…a02913'],
])('an entry says %s', (_, part, props, said) => {
  const text = renderToStaticMarkup(inLanguage(createElement(part as typeof OptionPrice, props as never)))
  expect(text.replace(/<[^>]*>/g, '').replace(/\u00a0/g, ' ')).toBe(said)
})
