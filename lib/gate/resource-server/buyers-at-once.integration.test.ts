import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readerAt } from '@/development/devnet/testing/evm-parties'
import { createGasKeys } from '@/development/testing/create-gas-keys'
import { startTestSite, type TestSite } from '@/development/testing/open-test-site'
import { createEvmBuyer, readUsdc } from '@/development/testing/test-buyer'
import { createTestDatabase, type TestDatabase } from '@/development/testing/test-database'
import { testWorld } from '@/development/testing/test-world'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'

const world = testWorld()
const payTo = privateKeyToAccount(generatePrivateKey()).address
let testDatabase: TestDatabase
let site: TestSite
let gasWallet: `0x${string}`

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  const gas = await createGasKeys(world)
  gasWallet = privateKeyToAccount(gas.evm).address
  const accepts = { scheme: 'exact', price: '$0.001', network: BASE_SEPOLIA, payTo } as const
  const routes = { 'GET /exact': { config: { accepts }, handler: () => Response.json({ content: 'exact' }) } }
  site = await startTestSite({ databaseUrl: testDatabase.url, gas, routes })
})
afterAll(async () => {
  await site?.stop()
  await testDatabase?.drop()
})

it('twenty buyers of a route at once are three transactions at most', async () => {
  const url = `${site.origin}/exact`
  const buyers = await Promise.all(Array.from({ length: 20 }, () => createEvmBuyer(world, 1_000_000n)))
  const payOnce = async (payments: { headers: Record<string, string> }[]) =>
    Promise.all(payments.map(async ({ headers }) => (await fetch(url, { headers })).status))
  const signAll = () => Promise.all(buyers.map((buyer) => buyer.sign(url)))
  // Once to warm up: it caches facts of the node and of the payers.
  expect(await payOnce(await signAll())).toEqual(buyers.map(() => 200))
  const payments = await signAll()
  const sent = () => readerAt(world.evmRpcUrl).getTransactionCount({ address: gasWallet })
  const before = await sent()
  expect(await payOnce(payments)).toEqual(buyers.map(() => 200))
  expect((await sent()) - before).toBeLessThanOrEqual(3)
  expect(await readUsdc(world, payTo)).toBe(40_000n)
})
