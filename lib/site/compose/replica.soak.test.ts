import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evmDevnetAccount } from '@/development/devnet/wallets'
import { createGasKeys } from '@/development/testing/create-gas-keys'
import { startTestSite, type TestSite } from '@/development/testing/start-test-site'
import { type Replica, type SystemDatabase, startSystemDatabase } from '@/development/testing/system-database'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { testWorld } from '@/development/testing/test-world'
import { type Database, openDatabase } from '@/lib/base/infra/database'
import { createLaggingReads } from '@/lib/base/infra/lagging-reads'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { findHeartbeatAge, recordHeartbeat } from '@/lib/gate/resource-server/instance'
import { listOwnRoutes } from './list-own'

const log = { info: () => {}, warn: () => {} }
let server: SystemDatabase
let standby: Replica
let site: TestSite
let primary: Database
let copy: Database

beforeAll(async () => {
  server = await startSystemDatabase()
  const url = await server.createMigrated('shop')
  standby = await server.follow()
  const accepts = {
    ...({ scheme: 'exact', price: '$0.001', network: BASE_SEPOLIA } as const),
    payTo: evmDevnetAccount('seller').address,
  }
  const config = { accepts, description: 'The tide', extensions: { bazaar: { discoverable: true } } }
  site = await startTestSite({
    databaseUrl: url,
    gas: await createGasKeys(testWorld()),
    env: { DATABASE_REPLICA_URL: standby.urlOf(url) },
    routes: { 'GET /tide': { config, handler: () => Response.json({ tide: 'low' }) } },
  })
  primary = site.application.database
  copy = openDatabase(standby.urlOf(url))
})
afterAll(async () => {
  await site.stop()
  await Promise.all([primary.$disconnect(), copy.$disconnect()])
  await server.stop()
})

const beat = () => recordHeartbeat(primary, '00000000-0000-4000-8000-000000000001')

/** One look of the worker, once the replica has the newest heartbeat. */
async function look(): Promise<void> {
  await beat()
  await expect.poll(() => findHeartbeatAge(copy)).toBeLessThan(5_000)
  await site.application.replica?.look()
}

const isReplica = async (database: Database) => {
  const rows = await database.$queryRaw<{ isIt: boolean }[]>`SELECT pg_is_in_recovery() AS "isIt"`
  return rows[0]?.isIt
}
const isReadAtReplica = () => site.application.replica?.read(isReplica)

describe('a replica for reads', () => {
  it('answers what is public once it is known to be near', async () => {
    const { application, origin } = site
    const { catalog } = application
    expect(await isReadAtReplica()).toBe(false)
    await look()
    expect(await isReadAtReplica()).toBe(true)
    await standby.pause()
    await listOwnRoutes(application)
    const { key } = await primary.catalogEntry.findFirstOrThrow({ select: { key: true } })
    const found = async () => [
      (await catalog.list({})).items.length,
      (await catalog.search({ query: 'tide' })).resources.length,
      await catalog.http.resources(new Request(`${origin}/list`)).then(count),
      await catalog.http.search(new Request(`${origin}/search?query=tide`)).then(count),
      (await catalog.get(key)) ? 1 : 0,
    ]
    expect(await found()).toEqual([0, 0, 0, 0, 0])
    await standby.resume()
    await expect.poll(found).toEqual([1, 1, 1, 1, 1])
  })

  it('decides nothing about money: a payment is answered while the replica stands still', async () => {
    await look()
    await standby.pause()
    const buyer = await createEvmBuyer(testWorld(), 10_000n)
    const { headers } = await buyer.sign(`${site.origin}/tide`)
    expect((await fetch(`${site.origin}/tide`, { headers })).status).toBe(200)
    expect(await isReadAtReplica()).toBe(true)
    await standby.resume()
  })

  it('is left alone when it is too far behind', async () => {
    await look()
    await primary.$executeRaw`UPDATE instances SET seen_at = now() - interval '11 seconds'`
    await expect.poll(() => findHeartbeatAge(copy)).toBeGreaterThan(11_000)
    await site.application.replica?.look()
    expect(await isReadAtReplica()).toBe(false)
    expect(await site.application.metrics.registry.metrics()).toMatch(/turnpike_replica_lag_seconds 1[1-9]/)
    await look()
    expect(await isReadAtReplica()).toBe(true)
  })

  it('is left alone when the last look was too long ago', async () => {
    const reads = createLaggingReads({ primary, replica: copy, findLagMs: async () => 5, log, maximumLagMs: 4 })
    await reads.look()
    expect(await reads.read(isReplica)).toBe(false)
  })

  it('is not missed when it dies: the reading that met it is answered by the primary', async () => {
    await look()
    await standby.kill()
    expect((await site.application.catalog.list({})).items).toHaveLength(1)
    expect(await isReadAtReplica()).toBe(false)
    await site.application.replica?.look()
    expect(await site.application.metrics.registry.metrics()).toContain('turnpike_replica_lag_seconds Nan')
    standby = await server.follow(standby.port)
    await look()
    expect(await isReadAtReplica()).toBe(true)
  })
})

/** A list names them items, a search resources. */
async function count(answer: Response): Promise<number | undefined> {
  const { items, resources } = (await answer.json()) as { items?: unknown[]; resources?: unknown[] }
  return (items ?? resources)?.length
}
