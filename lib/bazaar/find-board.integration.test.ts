import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  answer402,
  bazaar,
  type CatalogWorld,
  challenge,
  createShippedWorld,
  option,
} from '@/development/testing/catalog-world'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import type { Board } from './find-board'

let world: CatalogWorld
let origin: string

beforeAll(async () => {
  world = await createShippedWorld()
  origin = await world.serve((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    answer402(response, challenge({ resource: { description: `Weather of the town ${pathname}` } }))
  })
  for (const town of ['Oslo', 'Lisbon', 'Tokyo']) {
    world.advance(3_000)
    expect(await world.catalog.probe({ url: `${origin}/${town}` })).toMatchObject({ status: 'success' })
  }
})
afterAll(() => world.stop())

const board = async (parameters: Record<string, string>): Promise<Board> => {
  const found = await world.catalog.board(parameters)
  if (found.kind === 'refused') throw new Error('Refused')
  return found
}

it('lists all of the catalog in the order of the list endpoint, also what does not answer or has no price', async () => {
  const { entries, total, facets } = await board({})
  const list = await world.catalog.list({ sort: 'used', limit: '20' })
  expect(entries.map(({ key }) => key)).toEqual(list.items.map(({ key }) => key))
  expect(total).toBe(list.pagination.total)
  expect(facets.health.reduce((sum, { count }) => sum + count, 0)).toBe(total)
  expect(entries.slice(0, 4).map(({ verification }) => verification)).toEqual(['live', 'live', 'live', 'unverified'])
})

it('orders by independent payers', async () => {
  const requirements = option() as unknown as PaymentRequirements
  const transaction = '0x01'
  await world.settle({
    paymentRequirements: requirements,
    paymentPayload: {
      x402Version: 2,
      resource: { url: `${origin}/Oslo`, description: 'bought' },
      accepted: requirements,
      payload: { nonce: transaction },
      extensions: bazaar(),
    } as unknown as PaymentPayload,
    response: {
      success: true,
      transaction,
      network: requirements.network,
      payer: '0x2222222222222222222222222222222222222222',
      amount: '1000',
    },
  })
  await world.count()
  const [first] = (await board({})).entries
  expect([first?.key, first?.settlements.organicPayers]).toEqual([`GET ${origin}/Oslo`, 1])
})

const searches = ['weather', 'weather under 1 cent on base', 'find flights from berlin to lisbon']
it.each(searches)('has what the search endpoint finds for "%s", in its order', async (query) => {
  const plain = await world.catalog.search({ query, limit: '40' })
  const { entries, total, understood } = await board({ query })
  expect(entries.map(({ key }) => key)).toEqual(plain.resources.map(({ key }) => key))
  expect([total, understood]).toEqual([plain.pagination.total, plain.understood])
})
