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

  it('only the words of a constraint leave with it; the others stay words', () => {
    const parameters = { query: 'mcp tool for weather under half a cent on solana', sort: 'price' }
    const said = { type: 'mcp tool for', price: 'under half a cent', networks: 'on solana' }
    expect(chipsOf(t, parameters, { understood, said })).toEqual([
      { text: 'MCP tools', href: '/bazaar?query=weather+under+half+a+cent+on+solana&sort=price' },
      { text: 'under $0.005', href: '/bazaar?query=mcp+tool+for+weather+on+solana&sort=price' },
      { text: 'Solana', href: '/bazaar?query=mcp+tool+for+weather+under+half+a+cent&sort=price' },
    ])
  })

  it('a constraint without a parameter takes no other away', () => {
    const found = {
      ...{ ...understood, type: null, networks: ['eip155:*'], excludedNetworks: ['eip155:8453'] },
      ...{ maxUsdPrice: 0.05, minUsdPrice: 0.01, isMaxUsdPriceExclusive: false, order: 'cheapest' as const },
    }
    const query = 'cheapest weather on evm 1-5 cents not on base'
    const said = { order: 'cheapest', networks: 'on evm', price: '1-5 cents', excludedNetworks: 'not on base' }
    expect(chipsOf(t, { query, tags: 'demo' }, { understood: found, said })).toEqual([
      { text: 'demo', href: '/bazaar?query=cheapest+weather+on+evm+1-5+cents+not+on+base' },
      { text: 'up to $0.05', href: '/bazaar?query=cheapest+weather+on+evm+not+on+base&tags=demo' },
      { text: 'at least $0.01', href: '/bazaar?query=cheapest+weather+on+evm+not+on+base&tags=demo' },
      { text: 'any EVM network', href: '/bazaar?query=cheapest+weather+1-5+cents+not+on+base&tags=demo' },
      { text: 'not on Base', href: '/bazaar?query=cheapest+weather+on+evm+1-5+cents&tags=demo' },
      { text: 'cheapest first', href: '/bazaar?query=weather+on+evm+1-5+cents+not+on+base&tags=demo' },
    ])
  })

  it('leaves the topic of words that another limit stood between', () => {
    const [chip] = chipsOf(t, { query: 'weather mcp for 1 cent tools' }, { understood, said: { type: 'mcp tools' } })
    expect(chip).toEqual({ text: 'MCP tools', href: '/bazaar?query=weather' })
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
