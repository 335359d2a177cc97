import { afterAll, beforeAll, expect, it } from 'vitest'
import { createGasKeys } from '@/development/testing/create-gas-keys'
import { pretendGrown, readScans } from '@/development/testing/grown-tables'
import { signInHeaders } from '@/development/testing/sign-in-buyer'
import { startTestSite, type TestSite } from '@/development/testing/start-test-site'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { openTestDatabase } from '@/development/testing/test-database'
import { testWorld } from '@/development/testing/test-world'
import { openDatabase } from '@/lib/base/infra/database'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { FEW } from '@/lib/bazaar/browse/list-entries'

const world = testWorld()
const payTo = '0x1111111111111111111111111111111111111111'
/** Few rows, however much is sold and listed. */
const small = ['gas_wallets', 'gas_spending', 'catalog_leases']

const testDatabase = await openTestDatabase()
let site: TestSite

beforeAll(async () => {
  const accepts = { scheme: 'exact', price: '$0.001', network: BASE_SEPOLIA, payTo } as const
  const extensions = { bazaar: { discoverable: true }, 'sign-in-with-x': {} }
  const config = { accepts, extensions, description: 'Tide of a harbour' }
  const gas = await createGasKeys(world)
  const routes = { 'GET /tide': { config, handler: () => Response.json({ tide: 'high' }) } }
  site = await startTestSite({ databaseUrl: testDatabase.url, gas, routes })
  await walkPaths()
  await site.application.catalog.jobs.find(({ name }) => name === 'catalog pending listings')?.run()
  // More than a list would read and sort.
  await pretendGrown(testDatabase.url, { catalog_documents: FEW + 1_000 })
  // The exact totals of lists are counted once for each change of the catalog.
  await walkPaths()
})
afterAll(async () => {
  await site?.application.database.$disconnect()
  await site?.stop()
})

/** Clients' work that must stay quick: pay, return by signing in, list and search; then the count. */
async function walkPaths(): Promise<void> {
  const { catalog } = site.application
  const url = `${site.origin}/tide`
  const buyer = await createEvmBuyer(world, 1_000n)
  const paid = await fetch(url, { headers: (await buyer.sign(url)).headers })
  expect(paid.status).toBe(200)
  const signedIn = await fetch(url, { headers: await signInHeaders(url, buyer.key) })
  expect(signedIn.status).toBe(200)
  await catalog.list({})
  for (const sort of ['newest', 'price', 'used']) await catalog.list({ sort })
  await catalog.list({ network: BASE_SEPOLIA, payTo, type: 'http' })
  await catalog.search({ query: 'tide of a harbour' })
  await catalog.get(`GET ${url}`)
  await catalog.countSales()
}

/** The growing tables that were read from end to end during that. */
async function findScanned(): Promise<string[]> {
  await site.application.database.$disconnect()
  const before = await readScans(testDatabase.url)
  // Often enough that PostgreSQL settles on one plan for all values.
  for (let time = 0; time < 6; time += 1) await walkPaths()
  await site.application.database.$disconnect()
  const after = await readScans(testDatabase.url)
  const scanned = [...after].filter(([name, scans]) => scans > (before.get(name) ?? 0)).map(([name]) => name)
  return scanned.filter((name) => !small.includes(name)).sort()
}

it('reads no growing table from end to end where clients pay, sign in and look', async () => {
  expect(await findScanned()).toEqual([])
})

it('would see it if an index were gone', async () => {
  const database = openDatabase(testDatabase.url)
  await database.$executeRaw`DROP INDEX settlements_noted_idx, catalog_entries_key_key`
  await database.$disconnect()
  expect(await findScanned()).toEqual(['catalog_entries', 'settlements'])
})
