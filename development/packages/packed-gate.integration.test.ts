import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readUsdc } from '@/testing/test-buyer'
import { testWorld } from '@/testing/test-world'
import { openPackedGateWorld, type PackedGateWorld } from './testing/packed-gate-world'

const local = testWorld()
let world: PackedGateWorld

beforeAll(async () => {
  world = await openPackedGateWorld()
})
afterAll(() => world?.close())

it('sells in a project with Express, on both families of chains, to the stock client', async () => {
  const shop = await world.startProject({
    files: 'examples/express-api',
    packages: ['express'],
    args: ['server.mjs'],
  })
  const unpaid = await fetch(`${shop.origin}/weather?city=Porto`)
  expect([unpaid.status, unpaid.headers.has('payment-required')]).toEqual([402, true])
  expect((await fetch(shop.origin)).status).toBe(200)
  const { payEvm, paySvm } = await world.newBuyer()
  for (const pay of [payEvm, paySvm]) {
    const paid = await pay(`${shop.origin}/weather?city=Porto`)
    expect([paid.status, await paid.json()]).toEqual([200, { city: 'Porto', sky: 'clear', celsius: 21 }])
    expect(paid.headers.get('payment-response')).toBeTruthy()
  }
  expect(await readUsdc(local, shop.payTo.evm)).toBe(10_000n)
  const post = (text: unknown) =>
    payEvm(`${shop.origin}/summaries`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
    })
  expect((await post('')).status).toBe(400)
  expect(await readUsdc(local, shop.payTo.evm)).toBe(10_000n)
  const summary = await post('one two three four five six')
  expect([summary.status, await summary.json()]).toEqual([200, { summary: 'one two three four five …' }])
  expect(await readUsdc(local, shop.payTo.evm)).toBe(30_000n)
})

const hono = `
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { createTurnpike } from 'turnpike-gate'
import { settings } from './settings.mjs'

const turnpike = createTurnpike(settings)
const app = new Hono()
app.get('/weather/:city', turnpike.hono({ price: '$0.01' }), (c) =>
  c.json({ city: c.req.param('city'), payer: c.get('turnpike').buyer.payer }))
app.post('/shout', turnpike.hono({ price: '$0.02' }), async (c) => c.text((await c.req.text()).toUpperCase()))
const answer = turnpike.fetch('GET /plain', { price: '$0.03' }, () => new Response('plain'))
app.all('/plain', (c) => answer(c.req.raw))
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' }, () => console.log('Listening'))
`

it('sells in a project with Hono, by middleware and by fetch', async () => {
  const settings = readFileSync('examples/express-api/settings.mjs', 'utf8')
  const files = { 'package.json': '{"type":"module"}', 'server.mjs': hono, 'settings.mjs': settings }
  const shop = await world.startProject({ files, packages: ['hono', '@hono/node-server'], args: ['server.mjs'] })
  const { payEvm, address } = await world.newBuyer()
  expect((await fetch(`${shop.origin}/weather/Porto`)).status).toBe(402)
  const paid = await payEvm(`${shop.origin}/weather/Porto`)
  expect([paid.status, await paid.json()]).toEqual([200, { city: 'Porto', payer: address.toLowerCase() }])
  const shouted = await payEvm(`${shop.origin}/shout`, { method: 'POST', body: 'quiet' })
  expect([shouted.status, await shouted.text()]).toEqual([200, 'QUIET'])
  expect((await fetch(`${shop.origin}/plain`, { method: 'POST' })).status).toBe(405)
  const plain = await payEvm(`${shop.origin}/plain`)
  expect([plain.status, await plain.text()]).toEqual([200, 'plain'])
  expect(await readUsdc(local, shop.payTo.evm)).toBe(60_000n)
})
