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
const total = async (parameters: Record<string, string>) =>
  (await world.catalog.list({ ...parameters, limit: '1' })).pagination.total

it('lists what answers before what is only listed, and counts those, and what has no price, exactly', async () => {
  const { answering, listed, unpriced, next } = await board({})
  expect(answering.total).toBe(3)
  expect(answering.listings.map(({ verification }) => verification)).toEqual(['live', 'live', 'live'])
  expect(listed.total).toBe(await total({ health: 'unverified,dead', priced: 'true' }))
  expect(listed.listings).toHaveLength(10)
  expect(unpriced).toBe((await total({})) - answering.total - listed.total)
  expect(unpriced).toBeGreaterThan(0)
  expect([...answering.listings, ...listed.listings].every(({ options }) => options.length > 0)).toBe(true)
  expect(next).toBeNull()
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
  const [first] = (await board({})).answering.listings
  expect([first?.key, first?.settlements.organicPayers]).toEqual([`GET ${origin}/Oslo`, 1])
})

it('turns the pages of one group', async () => {
  const first = await board({ health: 'unverified,dead' })
  expect(first.answering.total).toBe(0)
  expect(first.listed.listings).toHaveLength(20)
  expect(first.next).toEqual({ offset: '20' })
  const second = await board({ health: 'unverified,dead', offset: '20' })
  const keys = first.listed.listings.map(({ key }) => key)
  expect(second.listed.listings.filter(({ key }) => keys.includes(key))).toEqual([])
})

it('puts what answers first in a search too, in the order of fit, without losing any or turning to unknown prices', async () => {
  const plain = await world.catalog.search({ query: 'weather', limit: '100' })
  const { answering, listed, unpriced, understood } = await board({ query: 'weather' })
  expect(understood?.topic).toBe('weather')
  expect(answering.listings.map(({ key }) => key).sort()).toEqual(
    ['Lisbon', 'Oslo', 'Tokyo'].map((town) => `GET ${origin}/${town}`),
  )
  expect(answering.total + listed.total + unpriced).toBe(plain.pagination.total)
  const order = plain.resources.map(({ key }) => key)
  const places = listed.listings.map(({ key }) => order.indexOf(key)).filter((place) => place >= 0)
  expect(places).toEqual([...places].sort((one, other) => one - other))
  expect(plain.resources.findIndex(({ verification }) => verification === 'unverified')).toBeLessThan(
    plain.resources.findLastIndex(({ verification }) => verification === 'live'),
  )
})

it('says what it cannot read', async () => {
  expect(await world.catalog.board({ health: 'splendid' })).toMatchObject({ kind: 'refused' })
})
