import { expect, it, vi } from 'vitest'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { createTurnpike } from '.'

const create = (payTo: string) =>
  createTurnpike({
    origin: 'https://api.example.com',
    databaseUrl: 'postgres://localhost/none',
    facilitator: 'https://facilitator.example.com',
    networks: { [BASE_SEPOLIA]: { payTo, rpc: 'http://127.0.0.1:1' } },
  })
const turnpike = create('0x9ac5e0da0bb0a8aa8b8b8d2e0c5c2e2e9b9b6a9a')
const sell = (terms: { price: string; bazaar?: Record<string, unknown> }) =>
  turnpike.fetch('GET /a', terms, () => new Response('a'))

it.each(['$0', '$0.0000001', '$0.0000005'])('refuses a price of %s when it is written', (price) => {
  expect(() => sell({ price })).toThrow('price: A price below $0.000001')
})

it('is not opened for an address that nobody has the key of', () => {
  expect(() => create(`0x${'0'.repeat(40)}`)).toThrow('payTo: is an address that nobody has the key of')
})

it.each<[object, string]>([
  [{}, 'A paid route: price: is missing'],
  [{ price: 0.01 }, 'price: Expected string'],
  [{ price: '$0.01', discription: 'A' }, "Unrecognized key(s) in object: 'discription'"],
  [{ price: '$0.01', scheme: 'batch' }, "scheme: Invalid enum value. Expected 'exact' | 'upto'"],
  [{ price: '$0.01', afterSettlement: 'x' }, 'afterSettlement: must be a function'],
])('names what is wrong with %j', (terms, fault) => {
  expect(() => sell(terms as { price: string })).toThrow(fault)
})

it('lets Next.js build without a variable, and names it when the server starts', async () => {
  vi.stubEnv('NEXT_PHASE', 'phase-production-build')
  const unset = createTurnpike({ origin: undefined, databaseUrl: undefined } as never)
  expect(() => unset.next('GET /a', { price: '' }, () => new Response('a'))).not.toThrow()
  await expect(unset.ready()).rejects.toThrow('origin: Required. databaseUrl: Required')
  vi.unstubAllEnvs()
  expect(() => createTurnpike({ origin: undefined } as never)).toThrow('origin: Required')
})

it('takes the smallest amount of the asset', () => {
  expect(() => sell({ price: '$0.000001' })).not.toThrow()
})
