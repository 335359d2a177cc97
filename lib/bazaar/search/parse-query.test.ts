import { describe, expect, it } from 'vitest'
import { parsePriceWords } from './parse-price-words'
import { parseQuery } from './parse-query'

const limit = (query: string) => {
  const { limit: found, rest } = parsePriceWords(query)
  return found && { max: found.maxMicroDollars, min: found.minMicroDollars, isExclusive: found.isExclusive, rest }
}

describe('price words', () => {
  it.each([
    ['weather under half a cent', 5_000n, true, 'weather'],
    ['qr code for a tenth of a cent', 1_000n, false, 'qr code'],
    ['news for one cent or less', 10_000n, false, 'news'],
    ['lookup under 1 cent', 10_000n, true, 'lookup'],
    ['max 10 cents translation', 100_000n, false, 'translation'],
    ['translation, at most 0.01 USDC', 10_000n, false, 'translation,'],
    ['image for less than $0.05', 50_000n, true, 'image'],
    ['news below 2¢', 20_000n, true, 'news'],
    ['jokes cheaper than a dime', 100_000n, true, 'jokes'],
    ['weather costing no more than five cents per call', 50_000n, false, 'weather'],
    ['sub-cent crypto news', 10_000n, true, 'crypto news'],
    ['stock quotes for a penny', 10_000n, false, 'stock quotes'],
    ['wetter unter 1 cent', 10_000n, true, 'wetter'],
    ['translate text budget 1 cent', 10_000n, false, 'translate text'],
    ['weather <= $0.01', 10_000n, false, 'weather'],
    ['weather at most usd 0.01', 10_000n, false, 'weather'],
    ['price below 0.005 sentiment', 5_000n, true, 'sentiment'],
    ['quotes, cost at most 0.02', 20_000n, false, 'quotes,'],
    ['weather, nothing over 2 cents per image', 20_000n, false, 'weather,'],
  ])('reads "%s"', (query, max, isExclusive, rest) => {
    expect(limit(query)).toEqual({ max, min: null, isExclusive, rest })
  })

  it('reads a range and a floor', () => {
    expect(limit('between 1 and 5 cents weather')).toMatchObject({ min: 10_000n, max: 50_000n })
    expect(limit('search over 1 cent')).toMatchObject({ min: 10_000n, max: null })
    for (const range of ['1-5 cents', '1 to 5 cents', '$0.01-$0.05', '$0.01 to $0.05'])
      expect(limit(`news ${range}`)).toMatchObject({ min: 10_000n, max: 50_000n, rest: 'news' })
  })

  it.each([
    'bitcoin price in usd',
    'convert kilograms to pounds',
    'top 10 coins',
    'convert 100 dollars to euros',
    '24h volume',
    'gpt 4 api',
    'price below moving average',
    'convert 5 to 10 digits',
  ])('leaves "%s" alone', (query) => {
    expect(limit(query)).toBeNull()
  })

  it.each(['a '.repeat(200), 'under '.repeat(70), '9'.repeat(400), 'cent or '.repeat(50), 'half a '.repeat(57)])(
    'comes to an end with %j',
    (query) => {
      expect(parsePriceWords(query).rest.length).toBeLessThanOrEqual(query.length)
    },
  )
})

describe('constraints in plain words', () => {
  const noEthereum = (pattern: string) => pattern !== 'eip155:1'
  const read = (query: string) => {
    const { topic, constraints } = parseQuery(query, noEthereum)
    return { topic, networks: constraints.networks, type: constraints.type }
  }
  const none = { networks: [], type: null }

  it.each([
    ['weather on solana', { ...none, topic: 'weather', networks: ['solana:*'] }],
    [
      'token price on solana paying in solana usdc',
      { ...none, topic: 'token price on solana', networks: ['solana:*'] },
    ],
    ['token safety check, pay on solana', { ...none, topic: 'token safety check', networks: ['solana:*'] }],
    ['joke that accepts base sepolia', { ...none, topic: 'joke', networks: ['eip155:84532'] }],
    ['move USDC from base to solana', { ...none, topic: 'move USDC from base to solana' }],
    ['gas price on ethereum', { ...none, topic: 'gas price on ethereum' }],
    ['jupiter swap quote solana', { ...none, topic: 'jupiter swap quote solana' }],
    ['mcp tool that inspects a 3D model', { ...none, topic: 'inspects a 3D model', type: 'mcp' }],
    ['http endpoints for news', { ...none, topic: 'for news', type: 'http' }],
    ['POST endpoints that shorten URLs', { ...none, topic: 'POST endpoints that shorten URLs' }],
    ['blog post generator', { ...none, topic: 'blog post generator' }],
    ['send a postcard or letter by post', { ...none, topic: 'send a postcard or letter by post' }],
    ['pricing with put call parity', { ...none, topic: 'pricing with put call parity' }],
    ['stock market data not crypto', { ...none, topic: 'stock market data' }],
    ['news, but not about sports', { ...none, topic: 'news' }],
    ['search engine other than google', { ...none, topic: 'search engine' }],
    ['whether a site is not reachable', { ...none, topic: 'whether a site is not reachable' }],
    ['get the weather', { ...none, topic: 'get the weather' }],
    ['solana only token data', { ...none, topic: 'token data', networks: ['solana:*'] }],
    ['only base: images', { ...none, topic: 'images', networks: ['eip155:8453', 'eip155:84532'] }],
    ['weather on eip155:8453', { ...none, topic: 'weather', networks: ['eip155:8453'] }],
    ['not mcp weather', { ...none, topic: 'weather', type: 'http' }],
    ['news without any mcp tools', { ...none, topic: 'news', type: 'http' }],
    ['http only weather', { ...none, topic: 'weather', type: 'http' }],
    ['no http apis, weather', { ...none, topic: 'weather', type: 'mcp' }],
    ['weather mcp', { ...none, topic: 'weather' }],
  ])('reads "%s"', (query, expected) => {
    expect(read(query)).toEqual(expected)
  })

  it('reads several at once', () => {
    expect(parseQuery('weather under 1 cent on solana', () => true)).toEqual({
      topic: 'weather',
      constraints: {
        price: { maxMicroDollars: 10_000n, minMicroDollars: null, isExclusive: true },
        networks: ['solana:*'],
        excludedNetworks: [],
        type: null,
        preferredType: null,
        scheme: null,
        order: null,
      },
      said: { price: 'under 1 cent', networks: 'on solana' },
    })
  })

  it.each([
    ['weather, but not on base', ['eip155:8453', 'eip155:84532'], 'weather'],
    ['not on solana weather', ['solana:*'], 'weather'],
    ['images paid anywhere except solana', ['solana:*'], 'images paid anywhere'],
    ['non-evm price feeds', ['eip155:*'], 'price feeds'],
  ])('reads what will not do in "%s"', (query, excludedNetworks, topic) => {
    expect(parseQuery(query)).toMatchObject({ topic, constraints: { excludedNetworks, networks: [] } })
  })

  it.each([
    ['cheapest weather api', 'cheapest', 'weather api'],
    ['a free weather api', 'cheapest', 'weather api'],
    ['weather sorted by price', 'cheapest', 'weather'],
    ['images, lowest price first', 'cheapest', 'images'],
    ['the most expensive reports', 'dearest', 'reports'],
    ['royalty-free images', null, 'royalty-free images'],
    ['price of gold', null, 'price of gold'],
  ])('reads the order in "%s"', (query, order, topic) => {
    expect(parseQuery(query)).toMatchObject({ topic, constraints: { order } })
  })

  it.each(['not on ', 'only base ', 'no mcp ', 'cheapest ', 'pay with ', 'the ', 'sorted by ', 'eip155:1 '])(
    'comes to an end with many of %j',
    (words) => {
      expect(parseQuery(words.repeat(400 / words.length)).topic.length).toBeLessThanOrEqual(400)
    },
  )

  it('prefers MCP where it is said alone, and reads schemes', () => {
    expect(parseQuery('weather mcp').constraints).toMatchObject({ type: null, preferredType: 'mcp' })
    expect(parseQuery('weather, exact scheme').constraints.scheme).toBe('exact')
    expect(parseQuery('metered billing chat').constraints.scheme).toBe('upto')
  })
})
