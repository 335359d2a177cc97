import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSnippets } from '@/development/documentation/read-snippets'
import { readUsdc } from '@/development/testing/test-buyer'
import { testWorld } from '@/development/testing/test-world'
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

/** The README's settings for a real server, and this test's in their place. */
const places: [string, string][] = [
  ["'0x…'", 'process.env.PAY_TO_EVM'],
  ["'https://sepolia.base.org'", 'process.env.EVM_RPC_URL'],
  ["'https://x402.org/facilitator'", 'process.env.FACILITATOR_URL'],
  ["'http://localhost:3000'", 'process.env.ORIGIN'],
  ['listen(3000)', "listen(Number(process.env.PORT), '127.0.0.1', () => console.log('Listening'))"],
]

it('sells by the ten lines that its README begins with', async () => {
  const [{ text = '' } = {}] = readSnippets('packages/gate/README.md')
  expect(text.trim().split('\n')).toHaveLength(10)
  for (const [place] of places) expect(text).toContain(place)
  const server = places.reduce((program, [place, here]) => program.replace(place, here), text)
  const files = { 'package.json': '{"type":"module"}', 'server.js': server }
  const shop = await world.startProject({ files, packages: ['express'], args: ['server.js'] })
  expect((await fetch(`${shop.origin}/weather`)).status).toBe(402)
  const { payEvm } = await world.newBuyer()
  const paid = await payEvm(`${shop.origin}/weather`)
  expect([paid.status, await paid.json()]).toEqual([200, { sky: 'clear' }])
  expect(await readUsdc(local, shop.payTo.evm)).toBe(10_000n)
})

const common = `
const { createServer } = require('node:http')
const express = require('express')
const { createTurnpike, migrate } = require('turnpike-gate')

async function main() {
  const { settings } = await import('./settings.mjs')
  await migrate(settings)
  const turnpike = createTurnpike({ ...settings, secret: process.env.SECRET })
  await turnpike.ready()
  const app = express()
  app.get('/note', turnpike.express({ price: '$0.01', signIn: true }), (req, res) => res.json(res.locals.turnpike.buyer.kind))
  app.get('/metered', turnpike.express({ price: '$0.10', scheme: 'upto' }), (req, res) => {
    res.locals.turnpike.meter.setAmount(req.query.amount)
    res.json('metered')
  })
  const refuse = (request) => {
    if (request.headers.has('x-unwanted')) throw new Error('Not for sale today.')
  }
  const told = []
  const hooks = { onProtectedRequest: refuse, afterSettlement: ({ payer }) => void told.push(payer) }
  app.get('/guarded', turnpike.express({ price: '$0.01', ...hooks }), (req, res) => res.json(told.length))
  app.get('/told', (req, res) => res.json(told.length))
  createServer(app).listen(process.env.PORT, '127.0.0.1', () => console.log('Listening'))
}
main()
`

it('sells in a project of CommonJS, by sign-in and by upto, with hooks', async () => {
  const settings = readFileSync('examples/express-api/settings.mjs', 'utf8')
  const files = { 'package.json': '{}', 'server.js': common, 'settings.mjs': settings }
  const shop = await world.startProject({ files, packages: ['express'], args: ['server.js'] })
  const { payEvm, signIn } = await world.newBuyer()
  expect((await signIn(`${shop.origin}/note`)).status).toBe(402)
  expect(await (await payEvm(`${shop.origin}/note`)).json()).toBe('payment')
  const again = await signIn(`${shop.origin}/note`)
  expect([again.status, await again.json()]).toEqual([200, 'sign-in'])
  expect((await (await world.newBuyer()).signIn(`${shop.origin}/note`)).status).toBe(402)
  expect(await readUsdc(local, shop.payTo.evm)).toBe(10_000n)
  for (const [amount, status] of [
    ['2.5%', 200],
    ['$0.0025', 200],
    ['5000', 200],
    ['0', 200],
    ['200%', 500],
    ['abc', 500],
  ] as const) {
    expect((await payEvm(`${shop.origin}/metered?amount=${amount}`)).status).toBe(status)
  }
  expect(await readUsdc(local, shop.payTo.evm)).toBe(20_000n)
  expect((await payEvm(`${shop.origin}/guarded`, { headers: { 'x-unwanted': '1' } })).status).toBe(500)
  expect(await readUsdc(local, shop.payTo.evm)).toBe(20_000n)
  expect((await payEvm(`${shop.origin}/guarded`)).status).toBe(200)
  expect(await (await fetch(`${shop.origin}/told`)).json()).toBe(1)
})
