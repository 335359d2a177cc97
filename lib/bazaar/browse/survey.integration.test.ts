import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  answer402,
  bazaar,
  type CatalogWorld,
  challenge,
  createCatalogWorld,
  option,
  seller,
  USDC,
} from '@/development/testing/catalog-world'
import { crawlDue } from '../crawl/crawl'

const network = 'eip155:84532'
const HOUR_MS = 3_600_000

let world: CatalogWorld
beforeEach(async () => {
  world = await createCatalogWorld()
})
afterEach(() => world.stop())

/** Resources of one seller; `price` and `isUp` change what the first one answers. */
async function list(paths = ['/first', '/second']) {
  const state = { price: '1000', isUp: true }
  const origin = await world.serve((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end()
    if (!state.isUp && request.url === '/first') return void response.writeHead(503).end()
    const resource = { description: `A tide gauge at ${request.url}` }
    const accepts = [option({ amount: request.url === '/first' ? state.price : '50' })]
    answer402(response, challenge({ resource, accepts, extensions: bazaar() }))
  })
  for (const path of paths) {
    await expect(world.catalog.probe({ url: origin + path, method: 'GET' })).resolves.toMatchObject({
      status: 'success',
    })
    world.advance(3_000)
  }
  return { origin, state }
}

async function pay(resource: string, payer: string, transaction: string) {
  const terms = { scheme: 'exact', network, amount: '1000', asset: USDC, payTo: seller } as const
  const accepted = { ...terms, maxTimeoutSeconds: 60, extra: {} }
  await world.settle({
    paymentPayload: { x402Version: 2, resource: { url: resource }, accepted, payload: { transaction } },
    paymentRequirements: accepted,
    response: { success: true, transaction, network, payer },
  })
  await world.count()
}

test('a host and a wallet show checks by day, changes, and payments raw and organic', async () => {
  const { origin, state } = await list()
  state.isUp = false
  world.advance(24 * HOUR_MS)
  await crawlDue(world.deps)
  // The second waits for its host's turn.
  world.advance(6_000)
  await crawlDue(world.deps)
  state.isUp = true
  state.price = '2000'
  world.advance(2 * HOUR_MS)
  await crawlDue(world.deps)
  await pay(`${origin}/first`, `0x${'2'.repeat(40)}`, '0xa')
  await pay(`${origin}/first`, `0x${'3'.repeat(40)}`, '0xb')
  await pay(`${origin}/second`, seller, '0xc')

  const host = await world.catalog.survey({ host: 'localhost' })
  expect(host.surveyed).toBe(2)
  expect(host.settlements).toMatchObject({ total: 3, organic: 2, payers: 2, total30d: 3 })
  const checks = host.days.map(({ day, checks, answered }) => [day.toISOString().slice(0, 10), checks - answered])
  expect(checks).toEqual([
    ['2026-11-21', 0],
    ['2026-11-22', 1],
  ])
  expect(host.changes).toMatchObject([{ kind: 'price', title: `${origin}/first` }])

  const payee = await world.catalog.survey({ network, payTo: seller.toUpperCase().replace('X', 'x') })
  expect(payee).toEqual(host)
  const elsewhere = await world.catalog.survey({ network: 'eip155:8453', payTo: seller })
  expect(elsewhere).toMatchObject({ surveyed: 0, days: [], changes: [], settlements: { total: 0, lastAt: null } })
})

test('what is older than thirty days no longer counts as lately', async () => {
  const { origin } = await list()
  await pay(`${origin}/first`, `0x${'2'.repeat(40)}`, '0xa')
  world.advance(31 * 24 * HOUR_MS)
  const { settlements, days } = await world.catalog.survey({ host: 'localhost' })
  expect(settlements).toMatchObject({ total: 1, total30d: 0 })
  expect(days).toEqual([])
})

test('a listing says how it was used in 30 days', async () => {
  await world.stop()
  // The list asks the database for the time.
  world = await createCatalogWorld({ clock: () => new Date() })
  const { origin } = await list(['/first'])
  await pay(`${origin}/first`, `0x${'2'.repeat(40)}`, '0xa')
  await pay(`${origin}/first`, seller, '0xb')
  const { items } = await world.catalog.list({ sort: 'used' })
  expect(items[0]).toMatchObject({
    resource: `${origin}/first`,
    settlements: { total: 2, last30Days: { total: 2, organic: 1, payers: 1 } },
  })
})
