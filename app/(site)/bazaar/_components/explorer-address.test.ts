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
    const chips = chipsOf(t, { query: 'mcp tool for weather under half a cent on solana' }, understood)
    expect(chips).toEqual([
      { text: 'on Solana', href: '/bazaar?query=weather+under+%240.005&type=mcp' },
      { text: 'MCP tools', href: '/bazaar?query=weather+under+%240.005&network=solana%3A*' },
      { text: 'under $0.005', href: '/bazaar?query=weather&type=mcp&network=solana%3A*' },
    ])
  })

  it('what the address has no parameter for stays in words', () => {
    const said = { ...understood, networks: [], type: null, excludedNetworks: ['eip155:8453', 'eip155:84532'] }
    const chips = chipsOf(
      t,
      { query: 'x' },
      { ...said, isMaxUsdPriceExclusive: false, scheme: 'upto', order: 'dearest' },
    )
    expect(chips).toEqual([
      {
        text: 'not only on Base or Base Sepolia',
        href: '/bazaar?query=weather+at+most+%240.005+most+expensive&scheme=upto',
      },
      { text: 'scheme upto', href: '/bazaar?query=weather+at+most+%240.005+not+on+base+most+expensive' },
      { text: 'up to $0.005', href: '/bazaar?query=weather+not+on+base+most+expensive&scheme=upto' },
      { text: 'dearest first', href: '/bazaar?query=weather+at+most+%240.005+not+on+base&scheme=upto' },
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
