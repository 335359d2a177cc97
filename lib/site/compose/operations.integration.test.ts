import { createTestClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { createGasKeys } from '@/development/testing/create-gas-keys'
import { startTestSite } from '@/development/testing/open-test-site'
import { serveFetch } from '@/development/testing/serve-fetch'
import { devnetEnv } from '@/development/testing/serve-test-site'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { openTestDatabase } from '@/development/testing/test-database'
import { testWorld } from '@/development/testing/test-world'
import { countNodes, findNetworkFault } from '@/lib/base/chains/find-network-fault'
import { CALLER_HEADER, FORWARDED_HEADER, markCaller } from '@/lib/base/http/caller'
import { sql } from '@/lib/base/infra/database'
import { workOnRow } from '@/lib/base/infra/jobs'
import { listMigrations } from '@/lib/base/infra/migrations'
import { BASE, BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { createHeartbeat } from '@/lib/gate/resource-server/instance'
import { toLine } from '@/lib/site/commands/doctor'
import { createOperationsHttp, toReadiness } from '@/lib/site/operations/create-operations-http'
import { checkDatabase } from '@/lib/site/operations/doctor/check-database'
import { checkNetworks } from '@/lib/site/operations/doctor/check-networks'
import { examine, watch } from '@/lib/site/operations/doctor/examine'
import { type Checked, fail, verdictsOf, well } from '@/lib/site/operations/doctor/finding'
import { type Application, buildApplication } from './application'

const world = testWorld()
const { url, client: database } = await openTestDatabase()
const accepts = { scheme: 'exact', price: '$0.001', network: BASE_SEPOLIA, payTo: `0x${'1'.repeat(40)}` } as const
const route = { config: { accepts }, handler: () => Response.json({ tide: 'high' }) }
const site = await startTestSite({ databaseUrl: url, gas: await createGasKeys(world), routes: { 'GET /tide': route } })
afterAll(() => site.stop())
const { application } = site

const log = { warn: () => {}, info: () => {} }
const migrations = listMigrations()
const parts = { log, registry: application.metrics.registry, refresh: async () => {}, metricsToken: undefined }
const watching = (...found: Checked[]) => createOperationsHttp({ ...parts, watch: async () => found })
const tables: Checked = { check: 'database', ...well('database', 'answers') }
const sound: Checked = { check: 'networks', ...well('Well', 'is eip155:1') }
const silent: Checked = { check: 'networks', ...fail('Silent', 'no answer', 'Mend it.') }
const request = (headers: Record<string, string> = {}) => new Request('http://site.test/', { headers })
/** Another site of this world, with a changed environment. */
async function build(changes: Record<string, string>): Promise<Application> {
  const env = { ...(await devnetEnv(world, await createGasKeys(world))), DATABASE_URL: url, ...changes }
  return buildApplication({ NODE_ENV: 'test', PUBLIC_ORIGIN: site.origin, ...env })
}
async function end({ facilitator, database: opened }: Application) {
  facilitator.stop()
  await opened.$disconnect()
}
const from = (address: string) => ({ [CALLER_HEADER]: markCaller(address) })

describe('readyz', () => {
  it('is ready with the database, all migrations and one network', async () => {
    // The first look of a process that starts may hear an answer too late.
    await watch(application)
    const answer = await application.operations.readyz(request())
    const [database, clock, networks, gas, secret, jobs, instances, unsent] = Array<'ok'>(8).fill('ok')
    const checks = { database, clock, networks, gas, secret, jobs, instances, unsent }
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ready', missing: [], checks }])
    const notes = ['Silent: no answer.']
    expect(toReadiness([tables, silent, sound])).toMatchObject({ isReady: true, missing: [], notes })
    expect(toReadiness([tables, silent])).toMatchObject({ isReady: false, missing: notes, notes: [] })
    const further: Checked = { check: 'facilitators', ...well('Facilitator 1', 'says what it settles') }
    expect(toReadiness([tables, silent, further])).toMatchObject({ isReady: true, notes })
  })

  it('names a migration that the database lacks, and takes those of a newer version beside it', async () => {
    const last = migrations.at(-1) ?? ''
    await database.execute(sql`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = ${last}`)
    const lacking = await watch(application)
    await database.execute(sql`UPDATE _prisma_migrations SET finished_at = now() WHERE migration_name = ${last}`)
    expect(toReadiness(lacking).missing).toEqual([`migrations: 1 pending, from ${last} on.`])
    const newer = await checkDatabase({ database, migrations: migrations.slice(0, -1) }, 5_000)
    expect(newer.map(({ state }) => state)).toEqual(['ok', 'ok'])
  })

  it('says 503 and when to ask again', async () => {
    const answer = await watching(tables, silent).readyz(request())
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    const none = await checkNetworks({ env: { rpcUrls: {}, facilitators: [] } }, 5_000)
    expect(toReadiness([tables, ...none.map((one) => ({ check: 'networks' as const, ...one }))])).toMatchObject({
      missing: ['networks: none is configured.'],
    })
  })

  it('is ready without a facilitator of others, and says what that answers', async () => {
    const moved = await serveFetch(async () => Response.redirect('https://elsewhere.example/supported', 308))
    const nulls = { extra: null, extensions: null, signers: null }
    const kinds = [{ x402Version: 2, scheme: 'exact', network: BASE_SEPOLIA, extra: null }]
    const good = await serveFetch(async () => Response.json({ kinds, ...nulls }))
    afterAll(() => Promise.all([moved.stop(), good.stop()]))
    const other = await build({ FACILITATOR_URLS: `${good.origin},${moved.origin},http://127.0.0.1:1,own` })
    const answer = await other.operations.readyz(request())
    const told = [
      'Facilitator 2 of FACILITATOR_URLS: a redirect (308) as the answer to /supported, which is not followed: name the address where it leads.',
      'Facilitator 3 of FACILITATOR_URLS: no answer.',
    ]
    expect([answer.status, await answer.json()]).toMatchObject([200, { status: 'ready', missing: [], notes: told }])
    await end(other)
  })

  it('tells the log each change once, and no fault that is seen only once', async () => {
    const told: string[] = []
    const tell = (...said: unknown[]) => void told.push(String(said[1]))
    const started = performance.now()
    let found = [tables, silent]
    const operations = createOperationsHttp({ ...parts, log: { warn: tell, info: tell }, watch: async () => found })
    const after = async (ms: number) => {
      vi.spyOn(performance, 'now').mockReturnValue(started + ms)
      await operations.tellChanges()
    }
    await after(0)
    expect(told).toEqual([])
    await after(2_000)
    await after(4_000)
    expect(told).toEqual(['Silent: no answer'])
    found = [tables, sound]
    await after(6_000)
    expect(told).toEqual(['Silent: no answer', 'Silent: well again'])
    vi.restoreAllMocks()
  })
})

/** One world as the doctor prints it, and as /readyz, /metrics and the operator's pages tell it. */
async function askAll(asked: Application) {
  const printed = (await examine(asked)).map(toLine)
  const doctor: Record<string, string> = {}
  for (const line of printed) {
    const [, state = '', check = ''] = /^(\w+) +(\w+) /.exec(line) ?? []
    const isWorse = ['OK', 'WARN', 'FAIL'].indexOf(state) > ['OK', 'WARN', 'FAIL'].indexOf(doctor[check] ?? '')
    if (isWorse) doctor[check] = state
  }
  const { checks, notes = [], missing } = await (await asked.operations.readyz(request())).json()
  const metrics = await (await asked.operations.metrics(request(from('127.0.0.1')))).text()
  const overview = verdictsOf(await asked.operations.watched())
  return { doctor, printed: printed.join('\n'), checks, told: [...missing, ...notes].join('\n'), metrics, overview }
}

it('the list of checks is one for the doctor, the page, /readyz and the metrics', async () => {
  const rows = await openTestDatabase()
  const keys = [(await createGasKeys(world)).evm, (await createGasKeys(world)).evm]
  const other = await build({
    DATABASE_URL: rows.url,
    FACILITATOR_KEYS: keys.join(),
    FACILITATOR_URLS: 'own,http://127.0.0.1:1',
  })
  const wallets = keys.map((key) => privateKeyToAccount(key as `0x${string}`).address)
  const chain = createTestClient({ mode: 'anvil', transport: http(world.evmRpcUrl) })
  for (const address of wallets) await chain.setBalance({ address, value: 4_096n })
  await createHeartbeat(rows.client, { instanceId: 'killed', stir: () => {} })()
  await rows.client.execute(sql`UPDATE instances SET seen_at = now() - interval '40 seconds'`)
  await workOnRow(
    { database: rows.client, clock: () => new Date(), log: { error: () => {} } },
    { job: 'list own routes', row: 'GET /secret-row' },
    { work: () => Promise.reject(new Error('odd')), postpone: async () => null },
  )
  const { doctor, printed, checks, told, metrics, overview } = await askAll(other)
  const verdicts = {
    database: 'ok',
    clock: 'ok',
    networks: 'ok',
    facilitators: 'fail',
    gas: 'fail',
    secret: 'ok',
    jobs: 'warn',
    instances: 'warn',
    unsent: 'ok',
  }
  expect(checks).toEqual(verdicts)
  expect(overview).toEqual(verdicts)
  const words: Record<string, string> = { ok: 'OK', warn: 'WARN', fail: 'FAIL' }
  const levels: Record<string, number> = { ok: 0, warn: 1, fail: 2 }
  for (const [check, state] of Object.entries(verdicts)) {
    expect([check, doctor[check]]).toEqual([check, words[state]])
    expect(metrics).toContain(`turnpike_check{check="${check}"} ${levels[state]}`)
  }
  for (const both of [
    'a wallet holds too little',
    'gas on Solana Devnet: no wallet',
    '1 of their rows fail',
    '1 ended in',
  ])
    for (const text of [printed, told]) expect(text).toContain(both)
  // Strangers are told once of both wallets.
  expect(told.split('a wallet holds too little')).toHaveLength(2)
  for (const secret of ['secret-row', ...wallets])
    expect([printed.includes(secret), told.includes(secret)]).toEqual([true, false])
  await end(other)
})

it('networks of three nodes or more need two, since receipts are read from two that agree', async () => {
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

  it('are for holders of the token only where there is one', async () => {
    const http = createOperationsHttp({ ...parts, watch: async () => [], metricsToken: 'one-word-of-the-tests' })
    const status = async (headers: Record<string, string>) => (await http.metrics(request(headers))).status
    expect(await status(from('127.0.0.1'))).toBe(404)
    expect(await status({ authorization: 'Bearer one-word-of-the-test' })).toBe(404)
    expect(await status({ ...from('203.0.113.7'), authorization: 'Bearer one-word-of-the-tests' })).toBe(200)
  })
})
