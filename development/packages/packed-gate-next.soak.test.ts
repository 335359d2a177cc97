import { afterAll, beforeAll, expect, it } from 'vitest'
import { readUsdc } from '@/development/testing/test-buyer'
import { testWorld } from '@/development/testing/test-world'
import { openPackedGateWorld, type PackedGateWorld } from './testing/packed-gate-world'

let world: PackedGateWorld

beforeAll(async () => {
  world = await openPackedGateWorld()
})
afterAll(() => world?.close())

const next = 'node_modules/next/dist/bin/next'
const packages = ['next', 'react', 'react-dom']

it('sells in a project that Next.js has built, to the stock client', async () => {
  // Turbopack reads nothing outside of the project.
  const built = { isCopied: true, build: [next, 'build'], args: [next, 'start'] }
  const shop = await world.startProject({ files: 'examples/next-app', packages, ...built })
  expect((await fetch(`${shop.origin}/api/weather/Porto`)).status).toBe(402)
  expect((await fetch(`${shop.origin}/api/weather/Porto`, { method: 'HEAD' })).status).toBe(402)
  const paid = await (await world.newBuyer()).payEvm(`${shop.origin}/api/weather/Porto`)
  expect([paid.status, await paid.json()]).toEqual([200, { city: 'Porto', sky: 'clear', celsius: 21 }])
  expect(await readUsdc(testWorld(), shop.payTo.evm)).toBe(10_000n)
})
