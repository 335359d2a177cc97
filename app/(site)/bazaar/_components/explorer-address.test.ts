import { describe, expect, it } from 'vitest'
import { translateIn } from '@/lib/site/messages/translate'
import { entryAddress, explorerAddress, parseEntryId } from './addresses'
import { chipsOf } from './chips'

const t = translateIn('en', 'bazaar')

it('the explorer address starts at the first page when the search changes, and not when the page turns', () => {
  const parameters = { query: 'weather', cursor: 'abc' }
  expect(explorerAddress(parameters, { type: 'mcp' })).toBe('/bazaar?query=weather&type=mcp')
  expect(explorerAddress(parameters, { cursor: 'def' })).toBe('/bazaar?query=weather&cursor=def')
  expect(explorerAddress(parameters, { query: null })).toBe('/bazaar')
})

describe('chips', () => {
  const understood = {
    topic: 'weather',
    networks: ['solana:*'],
    excludedNetworks: [],
    type: 'mcp' as const,
    scheme: null,
    maxUsdPrice: 0.005,
    isMaxUsdPriceExclusive: true,
    minUsdPrice: null,
    order: null,
  }

  it('a constraint that was read from words leaves with them; the others stay', () => {
    const chips = chipsOf(t, { query: 'mcp tool for weather under half a cent on solana', sort: 'price' }, understood)
    expect(chips).toEqual([
      { text: 'MCP tools', href: '/bazaar?query=weather&network=solana%3A*&maxUsdPrice=0.005&sort=price' },
      { text: 'up to $0.005', href: '/bazaar?query=weather&type=mcp&network=solana%3A*&sort=price' },
      { text: 'Solana', href: '/bazaar?query=weather&type=mcp&maxUsdPrice=0.005&sort=price' },
    ])
  })

  it('words stay whole where one of them has no parameter', () => {
    const said = { ...understood, excludedNetworks: ['eip155:8453'] }
    expect(chipsOf(t, { query: 'weather not on base', tags: 'demo' }, said)).toEqual([
      { text: 'demo', href: '/bazaar?query=weather+not+on+base' },
    ])
  })
})

describe('the address of an entry', () => {
  it.each(['GET https://a.example/users/:id?x=1', 'mcp mcp://tool/x#x', 'ANY https://a.example/ü'])(
    'leads back to %s',
    (key) => expect(parseEntryId(entryAddress(key).replace('/bazaar/entry/', ''))).toBe(key),
  )

  it.each(['', '!!', 'YQ==', 'YR', '_____w'])('refuses %j, which no key has', (entryId) => {
    expect(parseEntryId(entryId)).toBeNull()
  })
})
