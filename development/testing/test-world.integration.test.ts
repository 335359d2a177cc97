import { createPublicClient, http } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import { openDatabase } from '@/lib/base/infra/database'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { createFilledDatabase, createTestDatabase } from './test-database'
import { testWorld } from './test-world'

test('gives every caller a migrated database of its own', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()])
  expect(one.url).not.toBe(two.url)
  const database = openDatabase(one.url)
  await database.$executeRaw`CREATE TABLE private_to_one (a int)`
  const other = openDatabase(two.url)
  const [row] = await other.$queryRaw<{ found: string | null }[]>`SELECT to_regclass('private_to_one')::text AS found`
  expect(row).toEqual({ found: null })
  await Promise.all([database.$disconnect(), other.$disconnect()])
  await Promise.all([one.drop(), two.drop()])
})

test('fills a database once for all who ask for it, also after a filling that failed, and gives each a copy', async () => {
  let fillings = 0
  const ask = () =>
    createFilledDatabase('of_this_test', async (url) => {
      fillings += 1
      if (fillings === 1) throw new Error('half filled')
      const database = openDatabase(url)
      await database.$executeRaw`CREATE TABLE filled (a int)`
      await database.$disconnect()
    })
  await expect(ask()).rejects.toThrow('half filled')
  const [one, two] = await Promise.all([ask(), ask()])
  expect(fillings).toBe(2)
  for (const { url, drop } of [one, two]) {
    const database = openDatabase(url)
    await database.$executeRaw`DROP TABLE filled`
    await database.$disconnect()
    await drop()
  }
})

test('gives test money to a wallet on the local network', async () => {
  const world = testWorld()
  const client = createPublicClient({ transport: http(world.evmRpcUrl) })
  expect(await client.getChainId()).toBe(84532)
  const address = privateKeyToAddress(generatePrivateKey())
  await world.faucet({ network: BASE_SEPOLIA, address })
  expect(await client.getBalance({ address })).toBeGreaterThan(0n)
})
