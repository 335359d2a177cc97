import { afterAll, beforeAll, expect, it } from 'vitest'
import { readUsdc } from '@/testing/test-buyer'
import { testWorld } from '@/testing/test-world'
import { openPackedGateWorld, type PackedGateWorld } from './testing/packed-gate-world'

let world: PackedGateWorld

beforeAll(async () => {
  world = await openPackedGateWorld()
})
afterAll(() => world?.close())

it('sells in a project with Next.js to the stock client', async () => {
  const packages = ['next', 'react', 'react-dom']
  // The other bundler refuses packages that are linked from elsewhere.
  const args = ['node_modules/next/dist/bin/next', 'dev', '--webpack']
  const shop = await world.startProject({ files: 'examples/next-app', packages, args })
  expect((await fetch(`${shop.origin}/api/weather/Porto`)).status).toBe(402)
  const paid = await (await world.newBuyer()).payEvm(`${shop.origin}/api/weather/Porto`)
  expect([paid.status, await paid.json()]).toEqual([200, { city: 'Porto', sky: 'clear', celsius: 21 }])
  expect(await readUsdc(testWorld(), shop.payTo.evm)).toBe(10_000n)
})
