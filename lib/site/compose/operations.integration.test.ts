import { afterAll, describe, expect, it } from 'vitest'
import { createGasKeys } from '@/development/testing/create-gas-keys'
import { openDatabaseSwitch } from '@/development/testing/database-switch'
import { serveFetch } from '@/development/testing/serve-fetch'
import { devnetEnv } from '@/development/testing/serve-test-site'
import { startTestSite } from '@/development/testing/start-test-site'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { openTestDatabase } from '@/development/testing/test-database'
import { testWorld } from '@/development/testing/test-world'
import { countNodes, findNetworkFault } from '@/lib/base/chains/find-network-fault'
import { CALLER_HEADER, FORWARDED_HEADER, markCaller } from '@/lib/base/http/caller-mark'
import { openDatabase } from '@/lib/base/infra/database'
import { ALGORAND_TESTNET, BASE, BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { checkReadiness } from '@/lib/site/operations/check-readiness'
import { createOperationsHttp } from '@/lib/site/operations/create-operations-http'
import { checkDatabase } from '@/lib/site/operations/doctor/check-database'
import { checkNetworks } from '@/lib/site/operations/doctor/check-networks'
import { listMigrations } from '@/lib/site/operations/find-pending-migrations'
import type { NetworkPort } from '@/lib/site/operations/ports'
import { buildApplication } from './application'
import { examine } from './examine'

const world = testWorld()
const { url, client: database } = await openTestDatabase()
const accepts = { scheme: 'exact', price: '$0.001', network: BASE_SEPOLIA, payTo: `0x${'1'.repeat(40)}` } as const
const route = { config: { accepts }, handler: () => Response.json({ tide: 'high' }) }
const site = await startTestSite({ databaseUrl: url, gas: await createGasKeys(world), routes: { 'GET /tide': route } })
afterAll(() => site.stop())
const { application } = site

const log = { warn: () => {} }
const migrations = listMigrations()
const well: NetworkPort = { name: 'Well', findFault: async () => null }
const silent: NetworkPort = { name: 'Silent', findFault: async () => 'no answer' }
const { registry } = application.metrics
const parts = {
  database,
  log,
  migrations,
  facilitators: [],
  registry,
  refresh: async () => {},
  metricsToken: undefined,
}
const request = (headers: Record<string, string> = {}) => new Request('http://site.test/', { headers })
const from = (address: string) => ({ [CALLER_HEADER]: markCaller(address) })

describe('readyz', () => {
  it('is ready with the database, all migrations and one network', async () => {
    const answer = await application.operations.readyz(request())
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ready', missing: [] }])
    expect(
      await checkReadiness({ database, log, networks: [silent, well], facilitators: [], migrations }),
    ).toMatchObject({
      isReady: true,
    })
  })

  it('names a migration that the database lacks, and takes those of a newer version beside it', async () => {
    const last = migrations.at(-1) ?? ''
    await database.$executeRaw`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = ${last}`
    const lacking = await checkReadiness({ database, log, networks: [well], facilitators: [], migrations })
    await database.$executeRaw`UPDATE _prisma_migrations SET finished_at = now() WHERE migration_name = ${last}`
    expect(lacking.missing).toEqual([expect.stringContaining(`lacks 1 of the migrations, from ${last} on`)])
    expect(
      await checkReadiness({ database, log, networks: [well], facilitators: [], migrations: migrations.slice(0, -1) }),
    ).toMatchObject({
      isReady: true,
    })
  })

  it('says without any address that database and networks do not answer', async () => {
    const away = openDatabase('postgresql://turnpike:hunter22@127.0.0.1:1/turnpike')
    const { isReady, missing } = await checkReadiness({
      database: away,
      log,
      networks: [silent],
      facilitators: [],
      migrations,
    })
    expect({ isReady, missing }).toEqual({
      isReady: false,
      missing: ['The database does not answer.', 'Silent: no answer.'],
    })
    await away.$disconnect()
  })

  it('asks for a network where none is configured, with 503', async () => {
    const http = createOperationsHttp({ ...parts, networks: [] })
    const answer = await http.readyz(request())
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await answer.json()).toMatchObject({ missing: [expect.stringContaining('No network is configured')] })
  })

  it('is ready without a facilitator of others, and says what that answers', async () => {
    const moved = await serveFetch(async () => Response.redirect('https://elsewhere.example/supported', 308))
    const nulls = { extra: null, extensions: null, signers: null }
    const kinds = [{ x402Version: 2, scheme: 'exact', network: BASE_SEPOLIA, extra: null }]
    const sound = await serveFetch(async () => Response.json({ kinds, ...nulls }))
    afterAll(() => Promise.all([moved.stop(), sound.stop()]))
    const urls = `${sound.origin},${moved.origin},http://127.0.0.1:1,own`
    const env = { ...(await devnetEnv(world, await createGasKeys(world))), DATABASE_URL: url, FACILITATOR_URLS: urls }
    const other = await buildApplication({ NODE_ENV: 'test', PUBLIC_ORIGIN: site.origin, ...env })
    const answer = await other.operations.readyz(request())
    const told = [
      'Facilitator 2 of FACILITATOR_URLS: a redirect (308) as the answer to /supported, which is not followed: name the address where it leads.',
      'Facilitator 3 of FACILITATOR_URLS: no answer.',
    ]
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ready', missing: [], notes: told }])
    const findings = (await examine(other)).filter(({ subject }) => subject.startsWith('facilitator '))
    expect(findings).toMatchObject([{ state: 'ok' }, { state: 'fail' }, { state: 'fail', found: 'no answer' }])
    other.facilitator.stop()
    await other.database.$disconnect()
    const only = { database, log, networks: [], migrations }
    expect(await checkReadiness({ ...only, facilitators: [silent] })).toMatchObject({ missing: ['Silent: no answer.'] })
    expect(await checkReadiness({ ...only, facilitators: [well] })).toMatchObject({ isReady: true, notes: [] })
  })

  it('asks the world once for many questions', async () => {
    let asked = 0
    const counted: NetworkPort = { name: 'Counted', findFault: async () => (asked++, null) }
    const http = createOperationsHttp({ ...parts, networks: [counted] })
    await Promise.all(Array.from({ length: 50 }, () => http.readyz(request())))
    expect(asked).toBe(1)
  })
})

describe('networks', () => {
  it('answer as what they are', async () => {
    for (const network of [BASE_SEPOLIA, SOLANA_DEVNET, ALGORAND_TESTNET]) {
      expect(await findNetworkFault(network, ['http://127.0.0.1:1', world.rpcUrls[network] ?? ''], 5_000)).toBeNull()
    }
  })

  it('are refused behind a node of another network, or none', async () => {
    expect(await findNetworkFault(BASE, [world.evmRpcUrl], 5_000)).toBe(
      `its node is of another network, ${BASE_SEPOLIA}`,
    )
    expect(await findNetworkFault(BASE, ['http://127.0.0.1:1'], 5_000)).toBe('no answer')
  })

  it('of three nodes or more need two, since receipts are read from two that agree', async () => {
    const [node, dead] = [world.evmRpcUrl, 'http://127.0.0.1:1']
    expect(await findNetworkFault(BASE_SEPOLIA, [dead, node, node], 5_000)).toBeNull()
    expect(await findNetworkFault(BASE_SEPOLIA, [dead, node, dead], 5_000)).toBe(
      '1 of 3 nodes answers, and payments need 2',
    )
    const solana = [dead, world.svmRpcUrl, world.svmRpcUrl]
    expect(await findNetworkFault(SOLANA_DEVNET, solana, 5_000)).toBeNull()
    expect(await findNetworkFault(SOLANA_DEVNET, [dead, dead, world.svmRpcUrl], 5_000)).toBe(
      '1 of 3 nodes answers, and payments need 2',
    )
    expect(await countNodes(BASE_SEPOLIA, [dead, node, dead], 5_000)).toEqual({
      ...{ network: BASE_SEPOLIA, answering: 1, configured: 3, needed: 2 },
    })
    expect(await countNodes(BASE, [node], 5_000)).toMatchObject({ answering: 0, configured: 1, needed: 1 })
  })
})

describe('doctor', () => {
  it('looks at a whole deployment and names each thing once', async () => {
    const findings = await examine({ ...application, variables: ['PATH', 'TURNPIKE_SECRETS'] })
    const of = (subject: string) => findings.find((finding) => finding.subject === subject)
    expect(of('variables')).toMatchObject({ state: 'warn', found: 'nothing reads TURNPIKE_SECRETS (TURNPIKE_SECRET?)' })
    expect(of('database')).toMatchObject({ state: 'ok', found: expect.stringMatching(/^PostgreSQL \d+/) })
    expect(of('migrations')).toMatchObject({ state: 'ok' })
    expect(of('clock')).toMatchObject({ state: 'ok' })
    expect(of(`Base Sepolia at ${new URL(world.evmRpcUrl).host}`)).toMatchObject({
      state: 'ok',
      found: `is ${BASE_SEPOLIA}`,
    })
    expect(of('gas on Base Sepolia')).toMatchObject({
      state: 'ok',
      found: expect.stringMatching(/^0x\w+ holds \d+(\.\d+)? ETH$/),
    })
    expect(of('PAY_TO_EVM')).toMatchObject({ state: 'ok' })
    // The site of a test has no page for it.
    expect(of('reached from outside')).toMatchObject({ state: 'fail' })
  })

  it('blames the database alone when that is away, not the nodes', async () => {
    const way = await openDatabaseSwitch(url)
    const env = { ...(await devnetEnv(world, await createGasKeys(world))), DATABASE_URL: way.url }
    const application = await buildApplication({ NODE_ENV: 'test', PUBLIC_ORIGIN: site.origin, ...env })
    await way.close()
    const findings = await examine(application)
    const failed = findings.filter(({ state }) => state === 'fail').map(({ subject }) => subject)
    // The site of a test has no page for the last.
    expect(failed).toEqual(['database', 'reached from outside'])
    expect(JSON.stringify(findings)).not.toContain('nodes do not answer')
    application.facilitator.stop()
    await application.database.$disconnect()
  })

  it('finds a node of another network, and one that is silent, by their hosts alone', async () => {
    const silent = 'http://127.0.0.1:1/v2/a-key-of-somebody'
    const findings = await checkNetworks({ [BASE]: [world.evmRpcUrl, silent] })
    expect(findings.map(({ state }) => state)).toEqual(['fail', 'fail'])
    expect(JSON.stringify(findings)).not.toContain('a-key-of-somebody')
  })

  it('says that a database is away without its address', async () => {
    const away = openDatabase('postgresql://turnpike:hunter22@127.0.0.1:1/turnpike')
    const findings = await checkDatabase(away, migrations)
    await away.$disconnect()
    expect(findings).toMatchObject([{ subject: 'database', state: 'fail' }])
    expect(JSON.stringify(findings)).not.toContain('hunter22')
  })
})

describe('metrics', () => {
  const read = (headers: Record<string, string>) => application.operations.metrics(request(headers))

  it('count challenges and payments, and show gas, queues, catalog and the process', async () => {
    const buyer = await createEvmBuyer(world, 1_000n)
    const resource = `${site.origin}/tide`
    expect((await fetch(resource, { headers: (await buyer.sign(resource)).headers })).status).toBe(200)
    application.metrics.countRequest({ surface: 'site', status: 402, seconds: 0.01 })
    const text = await (await read(from('127.0.0.1'))).text()
    for (const line of [
      'turnpike_payments_ended_total{status="settled"} 1',
      'turnpike_requests_total{surface="site",status="402"} 1',
      'turnpike_webhooks{state="waiting"} 0',
      'turnpike_catalog_queue{queue="probes"} ',
      'turnpike_catalog_entries ',
      'turnpike_database_up 1',
      'facilitator_outcomes_total{verb="settle",network="eip155:84532",outcome="settled"} 1',
      'facilitator_gas_low{network="eip155:84532",wallet="0x',
      'process_resident_memory_bytes ',
      'nodejs_eventloop_lag_p99_seconds ',
    ]) {
      expect(text).toContain(line)
    }
    expect(text).not.toContain(buyer.address)
  })

  it.each([
    ['a public caller', from('203.0.113.7')],
    ['a caller of unknown address', {}],
    ['what a proxy on this machine passed on', { ...from('127.0.0.1'), [FORWARDED_HEADER]: '1' }],
  ])('are not for %s', async (_who, headers) => {
    expect((await read(headers)).status).toBe(404)
  })

  it.each(['127.0.0.1', '::1', '10.1.2.3', '172.20.0.5', '192.168.1.9', 'fd00:1:2:3::/64'])(
    'are for %s',
    async (address) => {
      expect((await read(from(address))).status).toBe(200)
    },
  )

  it('are for holders of the token alone where there is one', async () => {
    const http = createOperationsHttp({ ...parts, networks: [well], metricsToken: 'one-word-of-the-tests' })
    const status = async (headers: Record<string, string>) => (await http.metrics(request(headers))).status
    expect(await status(from('127.0.0.1'))).toBe(404)
    expect(await status({ authorization: 'Bearer one-word-of-the-test' })).toBe(404)
    expect(await status({ ...from('203.0.113.7'), authorization: 'Bearer one-word-of-the-tests' })).toBe(200)
  })
})
