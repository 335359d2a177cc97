import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { serveFetch } from '@/development/testing/serve-fetch'
import { createEvmBuyer, readUsdc } from '@/development/testing/test-buyer'
import { createTestSeller, priceOf } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { readDocument } from '@/lib/shop/sellers/gateways/read-document'
import { saveGateway } from '@/lib/shop/sellers/gateways/save-gateway'
import { makeUpstreamKey } from '@/lib/shop/sellers/keys/upstream-keys'
import { syncListings } from '@/lib/shop/sellers/listings/listings'
import { createRoute } from '@/lib/shop/sellers/routes/write-route'

const local = testWorld()
const site = await openTestSite()
const context = site.application.sellers
const env = (own: Record<string, string>) => ({ PATH: process.env.PATH, ...own }) as unknown as NodeJS.ProcessEnv

describe('the service behind a gateway', () => {
  let service: ChildProcess
  let origin: string
  let shop: Awaited<ReturnType<typeof createTestSeller>>
  const urlOf = (path: string) => `${site.origin}/x/${shop.handle}/api${path}`

  beforeAll(async () => {
    shop = await createTestSeller(site)
    const { key } = await makeUpstreamKey(context, shop.actor, {})
    service = spawn('python3', ['examples/service-behind-gateway/service.py', '0'], {
      env: env({ TURNPIKE_KEYS: key }),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    ;[origin] = (await once(createInterface({ input: service.stdout ?? process.stdin }), 'line')) as [string]
    const text = await (await fetch(`${origin}/openapi.json`)).text()
    const { title, operations } = await readDocument(context, shop.actor, { text })
    expect(operations).toHaveLength(12)
    await saveGateway(context, shop.actor, null, {
      ...{ title, prefix: '/api', upstream: { url: origin }, networks: [BASE_SEPOLIA] },
      operations: operations.map(({ method, path, title }) => ({ method, path, title, dollars: '$0.01' })),
    })
  })
  afterAll(() => {
    service?.kill('SIGKILL')
  })

  it('sells each of its twelve operations once it is paid', async () => {
    const buyer = await createEvmBuyer(local, 1_000_000n)
    const json = { 'content-type': 'application/json' }
    const ask = async (method: string, path: string, body?: object) => {
      const init = { method, headers: json, ...(body && { body: JSON.stringify(body) }) }
      const { headers } = await buyer.sign(urlOf(path), init)
      const answer = await fetch(urlOf(path), { ...init, headers: { ...json, ...headers } })
      return [answer.status, await answer.json()]
    }
    expect(await ask('GET', '/health')).toEqual([200, { ok: true }])
    expect(await ask('GET', '/harbours')).toEqual([200, expect.arrayContaining([expect.anything()])])
    expect(await ask('GET', '/harbours/porto')).toMatchObject([200, { name: 'Porto' }])
    expect(await ask('GET', '/harbours/porto/tides')).toMatchObject([200, { length: 6 }])
    expect(await ask('GET', '/harbours/porto/berths')).toEqual([200, { free: 4 }])
    expect(await ask('GET', '/harbours/porto/weather')).toMatchObject([200, { wind_knots: 12 }])
    expect(await ask('GET', '/ships')).toMatchObject([200, { length: 2 }])
    expect(await ask('POST', '/ships', { name: 'Cassiopeia' })).toEqual([200, { id: 'cassiopeia' }])
    expect(await ask('GET', '/ships/cassiopeia')).toMatchObject([200, { harbour: 'lisbon' }])
    expect(await ask('PUT', '/ships/cassiopeia/harbour', { harbour: 'vigo' })).toMatchObject([200, { harbour: 'vigo' }])
    expect(await ask('DELETE', '/ships/cassiopeia')).toEqual([200, { removed: 'cassiopeia' }])
    expect(await ask('POST', '/quotes', { nights: 2 })).toEqual([200, { dollars: 80, nights: 2 }])
    expect(await readUsdc(local, shop.payTo)).toBe(120_000n)
    expect(await ask('GET', '/harbours/atlantis')).toMatchObject([404, {}])
    expect(await readUsdc(local, shop.payTo)).toBe(120_000n)
  })

  it.each([
    ['no token', {}],
    ['a token that it cannot read', { 'turnpike-buyer': 'a.b.\u00e9' }],
    ['a token of another key', { 'turnpike-buyer': 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmVk' }],
  ])('refuses who comes past the gateway with %s', async (_, headers) => {
    expect((await fetch(`${origin}/health`, { headers })).status).toBe(200)
    expect((await fetch(`${origin}/harbours`, { headers })).status).toBe(401)
  })
})

describe('the agent that buys', () => {
  let shop: Awaited<ReturnType<typeof createTestSeller>>
  let bazaar: Awaited<ReturnType<typeof serveFetch>>
  /** The bazaar's false claim. */
  let claims: { amount: string } | null = null

  beforeAll(async () => {
    shop = await createTestSeller(site)
    const article = { kind: 'article', method: 'GET', body: 'The whole text.', discovery: { isListed: true } }
    await createRoute(context, shop.actor, {
      ...article,
      title: 'Tides of Porto',
      path: '/tides',
      price: priceOf('$0.02'),
    })
    await syncListings(context)
    bazaar = await serveFetch(async (request) => {
      const answer = await site.application.catalog.http.search(request)
      if (!claims) return answer
      const found = (await answer.json()) as { resources: { accepts: object[] }[] }
      for (const entry of found.resources) entry.accepts = entry.accepts.map((option) => ({ ...option, ...claims }))
      return Response.json(found)
    })
  })
  afterAll(() => bazaar?.stop())

  async function run(key: string, ...args: string[]) {
    const program = ['examples/agent-that-buys/agent.mjs', '--bazaar', bazaar.origin, ...args]
    return new Promise<{ code: unknown; lines: Record<string, unknown>[]; err: string }>((resolve) =>
      execFile(process.execPath, program, { env: env({ EVM_PRIVATE_KEY: key }) }, (error, out, err) => {
        const lines = out.split('\n').filter(Boolean)
        resolve({ code: error?.code ?? 0, lines: lines.map((line) => JSON.parse(line)), err })
      }),
    )
  }

  it('finds, pays within its cap, and says what it bought', async () => {
    const buyer = await createEvmBuyer(local, 1_000_000n)
    const { code, lines, err } = await run(buyer.key, 'tides of Porto', '--max', '0.02')
    expect([code, err]).toEqual([0, ''])
    expect(lines).toMatchObject([
      { chosen: { url: `${site.origin}/x/${shop.handle}/tides`, amount: '20000' } },
      { paid: { network: BASE_SEPOLIA, transaction: expect.stringMatching(/^0x\w{64}$/) } },
      { content: expect.stringContaining('The whole text.') },
    ])
    expect(await buyer.balance()).toBe(980_000n)
  })

  it('pays nothing above its cap, also where the bazaar names a smaller price than the server', async () => {
    const buyer = await createEvmBuyer(local, 1_000_000n)
    expect(await run(buyer.key, 'tides of Porto', '--max', '0.019')).toMatchObject({
      ...{ code: 1, lines: [], err: expect.stringContaining('Nothing in the bazaar answers') },
    })
    claims = { amount: '1' }
    const deceived = await run(buyer.key, 'tides of Porto', '--max', '0.019')
    expect(deceived).toMatchObject({ code: 1, lines: [{ chosen: {} }], err: expect.stringContaining('Not bought') })
    expect(await buyer.balance()).toBe(1_000_000n)
  })
})
