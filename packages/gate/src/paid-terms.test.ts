import { expect, it } from 'vitest'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { createTurnpike } from '.'

const turnpike = createTurnpike({
  origin: 'https://api.example.com',
  databaseUrl: 'postgres://localhost/none',
  facilitator: 'https://facilitator.example.com',
  networks: {
    [BASE_SEPOLIA]: { payTo: '0x9aC5E0DA0bB0A8Aa8B8b8d2E0c5c2E2e9b9B6a9A'.toLowerCase(), rpc: 'http://127.0.0.1:1' },
  },
})
const sell = (terms: { price: string; bazaar?: Record<string, unknown> }) =>
  turnpike.fetch('GET /a', terms, () => new Response('a'))

it.each(['$0', '$0.0000001', '$0.0000005'])('refuses a price of %s when it is written', (price) => {
  expect(() => sell({ price })).toThrow('price: A price below $0.000001')
})

it('takes the smallest amount of the asset', () => {
  expect(() => sell({ price: '$0.000001' })).not.toThrow()
})
