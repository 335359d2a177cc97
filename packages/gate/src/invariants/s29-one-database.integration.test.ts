import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createGasKeys } from '@/development/testing/create-gas-keys'
import { type FacilitatorWorld, openFacilitatorSite } from '@/development/testing/facilitator-world'
import { startTestSite, type TestSite } from '@/development/testing/open-test-site'
import { serveFetch } from '@/development/testing/serve-fetch'
import { databaseUrl, onServer } from '@/development/testing/template-database'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { createBlankDatabase, type TestDatabase } from '@/development/testing/test-database'
import { testWorld } from '@/development/testing/test-world'
import { deployMigrations } from '@/lib/base/infra/migrations'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { createTurnpike, migrate, type Turnpike } from '..'
import { startTransactionPooler, type TransactionPooler } from '../testing/transaction-pooler'

const world = testWorld()
const payTo = privateKeyToAccount(generatePrivateKey()).address
const price = '$0.001'
let facilitators: FacilitatorWorld & { url: string }

beforeAll(async () => {
  facilitators = await openFacilitatorSite()
})
afterAll(() => facilitators?.close())

/** One database for both, whose role is named as the library's schema: PostgreSQL's usual path begins there. */
function openBoth(isPooled: boolean) {
  const ends: (() => Promise<unknown>)[] = []
  let database: TestDatabase
  let direct: string
  let used: string
  let role: string

  const start = async () => {
    database = await createBlankDatabase()
    ends.push(database.drop)
    direct = databaseUrl(inject('databaseServerUrl'), new URL(database.url).pathname.slice(1))
    role = new URL(direct).username
    used = isPooled ? await openPooler() : direct
  }
  async function openPooler(): Promise<string> {
    if (inject('poolerUrl') !== null) return database.url
    const pooler: TransactionPooler = await startTransactionPooler(direct, 3)
    ends.push(pooler.stop)
    return pooler.url
  }
  async function startSite(): Promise<TestSite> {
    const site = await startTestSite({
      databaseUrl: used,
      gas: await createGasKeys(world),
      env: isPooled ? { DATABASE_DIRECT_URL: direct } : {},
      routes: {
        'GET /site': {
          config: { accepts: { scheme: 'exact', price, network: BASE_SEPOLIA, payTo } },
          handler: () => Response.json({ sold: 'by the site' }),
        },
      },
    })
    ends.push(() => site.application.database.$disconnect(), site.stop)
    return site
  }
  async function startLibrary(schema = role): Promise<{ origin: string; turnpike: Turnpike }> {
    let serve: (request: Request) => Promise<Response> = async () => new Response(null, { status: 503 })
    const served = await serveFetch((request) => serve(request))
    const turnpike = createTurnpike({
      origin: served.origin,
      databaseUrl: used,
      schema,
      facilitator: facilitators.url,
      networks: { [BASE_SEPOLIA]: { payTo, rpc: world.evmRpcUrl } },
      logLevel: 'silent',
    })
    serve = turnpike.fetch('GET /library', { price }, () => Response.json({ sold: 'by the library' }))
    ends.push(turnpike.close, served.stop)
    return { origin: served.origin, turnpike }
  }
  /** The addresses that were paid for, by schema. */
  async function sold(librarySchema = role): Promise<Record<string, string[]>> {
    const read = (schema: string) =>
      onServer(direct, async (client) => {
        const { rows } = await client.query<{ path: string }>(
          `SELECT substring(resource_uri FROM '[^/]*$') AS path FROM "${schema}".payments WHERE status = 'settled' ORDER BY 1`,
        )
        return rows.map(({ path }) => path)
      })
    return { site: await read('public'), library: await read(librarySchema) }
  }
  return {
    start,
    startSite,
    startLibrary,
    sold,
    role: () => role,
    query: (sql: string) => onServer(direct, async (client) => (await client.query(sql)).rows),
    migrateSite: () => deployMigrations(direct),
    migrateLibrary: (schema = role) => migrate({ databaseUrl: direct, schema }),
    end: async () => {
      for (const end of ends.reverse()) await end()
    },
  }
}

async function buy(address: string): Promise<[number, string]> {
  const buyer = await createEvmBuyer(world, 1_000n)
  const answer = await fetch(address, { headers: (await buyer.sign(address)).headers })
  return [answer.status, await answer.text()]
}
const bySite = [200, '{"sold":"by the site"}']
const byLibrary = [200, '{"sold":"by the library"}']

describe('S-29: a site and a library in one database', () => {
  const both = openBoth(true)
  beforeAll(both.start)
  afterAll(both.end)

  it('that the site had first, reached through a pooler in transaction mode: the library is refused, and the site sells on', async () => {
    await both.migrateSite()
    const site = await both.startSite()
    expect(await buy(`${site.origin}/site`)).toEqual(bySite)
    // The usual path of this role would lead to its tables.
    await expect(both.migrateLibrary()).rejects.toThrow('has the name of a role')
    await both.migrateLibrary('gate')
    const { turnpike } = await both.startLibrary('gate')
    await expect(turnpike.ready()).rejects.toThrow('ALTER ROLE')
    expect(await Promise.all([1, 2, 3].map(() => buy(`${site.origin}/site`)))).toEqual([bySite, bySite, bySite])
    await site.reconcile()
    expect(await both.sold('gate')).toEqual({ site: ['site', 'site', 'site', 'site'], library: [] })
  })

  describe('that the library had first', () => {
    const both = openBoth(false)
    beforeAll(both.start)
    afterAll(both.end)

    it('each find their own rows only', async () => {
      await both.migrateLibrary()
      const { origin } = await both.startLibrary()
      expect(await buy(`${origin}/library`)).toEqual(byLibrary)
      await both.migrateSite()
      const site = await both.startSite()
      expect(await Promise.all([buy(`${site.origin}/site`), buy(`${origin}/library`)])).toEqual([bySite, byLibrary])
      expect(await both.sold()).toEqual({ site: ['site'], library: ['library', 'library'] })
      expect(await both.migrateLibrary()).toEqual([])
      expect(await both.migrateSite()).toEqual([])
    })
  })

  describe('without the migrations of the library', () => {
    const both = openBoth(false)
    beforeAll(both.start)
    afterAll(both.end)

    it('the library refuses to start, and sells nothing into the site’s tables', async () => {
      await both.migrateSite()
      const { origin, turnpike } = await both.startLibrary()
      await expect(turnpike.ready()).rejects.toThrow(
        `the schema "${both.role()}" has none of its tables. Call migrate(`,
      )
      expect((await fetch(`${origin}/library`)).status).toBe(503)
      const [row] = await both.query('SELECT count(*)::int AS payments FROM public.payments')
      expect(row).toEqual({ payments: 0 })
    })
  })
})
