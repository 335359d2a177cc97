import { request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { atClock } from '@/development/testing/at-clock'
import { openTestSite } from '@/development/testing/open-test-site'
import { termsOf } from '@/development/testing/terms-of'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { createTestSeller, priceOf } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import { serveNode } from '@/lib/base/http/testing/serve-node'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { getGateway } from '@/lib/shop/sellers/gateways/gateways'
import { removeGateway, saveGateway } from '@/lib/shop/sellers/gateways/save-gateway'
import { pauseRoute } from '@/lib/shop/sellers/routes/move-route'
import { getRoute, listRoutes } from '@/lib/shop/sellers/routes/routes'
import { updateRoute } from '@/lib/shop/sellers/routes/write-route'

const site = await openTestSite()
const context = site.application.sellers

/** A service that, like many, treats capitals, a trailing slash or format, and doubled slashes as the same path. */
const seen: { method: string; url: string; headers: Record<string, unknown>; body: string }[] = []
const service = await serveNode((request, response) => {
  const { method = '', url = '', headers } = request
  const answer = (body: string) => {
    seen.push({ method, url, headers, body })
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ asked: url }))
  }
  text(request)
    .then(answer)
    .catch(() => response.destroy())
})

/** The path as the forgiving service understands it. */
const understood = (url: string) =>
  decodeURIComponent(new URL(url.replaceAll(/\/+/g, '/'), 'http://service').pathname)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[/. ]+$/, '')
    .replace(/\.[a-z]+$/, '')

const seller = await createTestSeller(site)
beforeEach(() => void seen.splice(0))

type Operation = { method: string; path: string; title: string; access?: string; dollars?: string }
const paid = (method: string, path: string, dollars = '$0.01'): Operation => ({ method, path, title: path, dollars })
const open = (method: string, path: string, access = 'free'): Operation => ({ method, path, title: path, access })

const gateway = (prefix: string, operations: object[], headers?: Record<string, string>) => ({
  title: 'A service',
  prefix,
  // Far beyond what a busy machine takes: a service that answers too late was reached, and is no 200.
  upstream: { url: service.origin, timeoutMs: 30_000, ...(headers ? { headers } : {}) },
  networks: [BASE_SEPOLIA],
  operations,
})
/** Saves as the pages and the API do: this instance no longer serves the shop's earlier routes. */
async function save(input: object, gatewayId: string | null = null) {
  const saved = await saveGateway(context, seller.actor, gatewayId, input)
  site.application.storedRoutes.changed(seller.handle)
  return saved
}
const urlOf = (path: string) => `${site.origin}/x/${seller.handle}${path}`

/** Sends the path exactly as written, which `fetch` would not. */
function askRaw(path: string, method = 'GET', headers: Record<string, string> = {}): Promise<number> {
  const { hostname, port } = new URL(site.origin)
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ hostname, port, method, path: `/x/${seller.handle}${path}`, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', reject).end()
  })
}

describe('a paid operation beside cheaper patterns', () => {
  beforeAll(async () => {
    await save(
      gateway('/mixed', [
        paid('GET', '/reports', '$0.05'),
        paid('GET', '/reports/{id}/audit', '$0.05'),
        paid('GET', '/straße', '$0.05'),
        paid('GET', '/users/{id}'),
        open('GET', '/admin/*', 'refused'),
        open('GET', '/*'),
        open('POST', '/*'),
      ]),
    )
  })

  it('is reached by no other price, however its address is written', async () => {
    const spellings = String.raw`/reports /Reports /REPORTS /reports/ //reports /./reports /a/../reports /a/%2e%2e/reports
      /a/..%2freports /%72eports /%52eports /%2572eports /reports%2f /reports%5c /reports. /reports%20 /reports%00
      /reports;a=b /reports%3ba=b /reports.json /Reports.JSON /%EF%BD%92eports /reports#a /reports%23 /reports%3f
      \reports /reports\ /x\..\reports /reports/7/Audit /Reports/7/audit /reports/7/audit/ /stra%C3%9Fe/ /STRA%C3%9FE`
    for (const spelling of spellings.split(/\s+/)) {
      seen.splice(0)
      const status = await askRaw(`/mixed${spelling}`)
      const reached = seen.map(({ url }) => understood(url))
      for (const dear of ['/reports', '/reports/7/audit', '/straße']) expect(reached, spelling).not.toContain(dear)
      if (seen.length === 0) expect([402, 404, 400], spelling).toContain(status)
    }
  })

  it('keeps what is refused refused, however its address is written', async () => {
    for (const path of ['/admin/keys', '/admin/keys/7', '/Admin/keys', '/ADMIN/', '/admin', '/%61dmin/keys'])
      await askRaw(`/mixed${path}`)
    expect(seen.filter(({ url }) => understood(url).startsWith('/admin/'))).toEqual([])
  })

  it('asks the price of the most exact pattern', async () => {
    const priceAt = async (path: string) => termsOf(await fetch(urlOf(path))).accepts[0]?.amount
    expect(await priceAt('/mixed/reports')).toBe('50000')
    expect(await priceAt('/mixed/users/7')).toBe('10000')
    expect(await askRaw('/mixed/users/7/friends')).toBe(200)
    expect(seen.map(({ url }) => url)).toEqual(['/users/7/friends'])
  })

  it('asks the service for exactly what was priced, whatever the spelling of its parts', async () => {
    const buyer = await createEvmBuyer(testWorld(), 1_000_000n)
    const url = urlOf('/mixed/users/a%20b%3F%23%25c%26d%C3%A9?q=1')
    const answer = await fetch(url, { headers: (await buyer.sign(url)).headers })
    expect([answer.status, seen.map((one) => one.url)]).toEqual([200, ['/users/a%20b%3F%23%25c%26d%C3%A9?q=1']])
    expect(await buyer.balance()).toBe(990_000n)
  })
})

it('a free operation is passed on with its body and without proofs or secrets of the caller', async () => {
  await save(gateway('/free', [open('POST', '/echo'), open('GET', '/health')], { 'X-Service-Key': 'of the seller' }))
  const answer = await fetch(urlOf('/free/echo'), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: 'session=mine',
      authorization: 'Bearer mine',
      'payment-signature': 'x',
      'x-service-key': 'forged',
      'x-http-method-override': 'DELETE',
    },
    body: '{"a":1}',
  })
  expect([answer.status, await answer.json()]).toEqual([200, { asked: '/echo' }])
  expect(answer.headers.get('cache-control')).toContain('no-store')
  const [asked] = seen
  expect(asked).toMatchObject({ method: 'POST', body: '{"a":1}' })
  expect(asked?.headers).toMatchObject({ 'x-service-key': 'of the seller', 'content-type': 'application/json' })
  for (const name of ['cookie', 'authorization', 'payment-signature', 'x-http-method-override']) {
    expect(asked?.headers).not.toHaveProperty(name)
  }
  expect((await fetch(urlOf('/free/health'), { method: 'HEAD' })).status).toBe(200)
  expect((await fetch(urlOf('/free/health'), { method: 'DELETE' })).status).toBe(405)
  const headers = { 'X-Version': { type: 'string' }, 'X-HTTP-Method': { type: 'string' }, 'X-Service-Key': {} }
  const declared = { ...open('GET', '/declared'), discovery: { inputSchema: { headers } } }
  await save(gateway('/declares', [declared], { 'X-Service-Key': 'of the seller' }))
  const sent = { 'x-version': '2', 'x-other': '3', 'x-http-method': 'DELETE', 'x-service-key': 'forged' }
  await fetch(urlOf('/declares/declared'), { headers: sent })
  expect(seen.at(-1)?.headers).toMatchObject({ 'x-version': '2', 'x-service-key': 'of the seller' })
  for (const name of ['x-other', 'x-http-method']) expect(seen.at(-1)?.headers).not.toHaveProperty(name)
  const large = { method: 'POST', body: 'a'.repeat(2 ** 20 + 1) }
  expect((await fetch(urlOf('/free/echo'), large)).status).toBe(413)
})

describe('a gateway that is saved again', () => {
  it('makes what is new, changes what differs, and archives what is not named any more', async () => {
    const first = await save(gateway('/again', [paid('GET', '/a'), paid('GET', '/b/{id}/'), open('GET', '/c')]))
    expect(first).toMatchObject({ made: 3, changed: 0, archived: 0 })
    const { gatewayId } = first
    const before = await getGateway(context, seller.actor, gatewayId)
    expect(before.operations.map(({ method, path, access, dollars }) => [method, path, access, dollars])).toEqual([
      ['GET', '/a', 'paid', '$0.01'],
      ['GET', '/b/{id}/', 'paid', '$0.01'],
      ['GET', '/c', 'free', null],
    ])
    const next = gateway('/again', [paid('GET', '/a', '$0.02'), paid('GET', '/b/{id}/'), paid('DELETE', '/d')])
    expect(await save(next, gatewayId)).toMatchObject({ made: 1, changed: 1, archived: 1 })
    expect(await save(next, gatewayId)).toMatchObject({ made: 0, changed: 0, archived: 0 })
    site.application.storedRoutes.changed(seller.handle)
    expect((await fetch(urlOf('/again/a'))).status).toBe(402)
    expect((await fetch(urlOf('/again/c'))).status).toBe(404)
    await removeGateway(context, seller.actor, gatewayId)
    site.application.storedRoutes.changed(seller.handle)
    expect((await fetch(urlOf('/again/a'))).status).toBe(404)
    await expect(getGateway(context, seller.actor, gatewayId)).rejects.toMatchObject({ code: 'GATEWAY_NOT_FOUND' })
  })

  it('puts nothing up for sale that is free or refused, by a change of that route only', async () => {
    const { gatewayId } = await save(gateway('/alone', [open('GET', '/a')]))
    const { operations } = await getGateway(context, seller.actor, gatewayId)
    const [{ routeId = '' } = {}] = operations
    const { kind, method, path, title, upstream } = await getRoute(context, seller.actor, routeId)
    const change = { kind, method, path, title, upstream: { url: upstream?.url }, price: priceOf('$0.01') }
    await expect(updateRoute(context, seller.actor, routeId, change)).rejects.toMatchObject({
      code: 'ROUTE_KIND_FIXED',
    })
    site.application.storedRoutes.changed(seller.handle)
    expect((await fetch(urlOf('/alone/a'))).status).toBe(200)
  })

  it('keeps its secrets, and gives them to no other server', async () => {
    const operations = [open('GET', '/a')]
    const { gatewayId } = await save(gateway('/kept', operations, { 'X-Key': 'secret of the seller' }))
    await save(gateway('/kept', [...operations, open('GET', '/b')]), gatewayId)
    expect((await fetch(urlOf('/kept/b'))).status).toBe(200)
    expect(seen.at(-1)?.headers['x-key']).toBe('secret of the seller')
    const elsewhere = gateway('/kept', operations)
    const moved = { ...elsewhere, upstream: { ...elsewhere.upstream, url: 'http://127.0.0.1:18080' } }
    const refused = { fields: { 'upstream.headers': expect.stringContaining('origin') } }
    await expect(save(moved, gatewayId)).rejects.toMatchObject(refused)
    const stored = await context.database.gateway.findUniqueOrThrow({ where: { id: gatewayId } })
    expect(Buffer.from(stored.sealedHeaders ?? []).toString('latin1')).not.toContain('secret')
    expect(JSON.stringify(await getGateway(context, seller.actor, gatewayId))).not.toContain('secret of the seller')
  })
})

it('a gateway that cannot be sold is refused by the field that does not fit, and nothing is made', async () => {
  const one = [paid('GET', '/a')]
  const bad: [input: object, field: string][] = [
    [gateway('/bad', []), 'operations'],
    [
      gateway(
        '/bad',
        Array.from({ length: 201 }, (_, at) => paid('GET', `/${at}`)),
      ),
      'operations',
    ],
    [gateway('/bad', [paid('GET', '/a/{x}'), paid('GET', '/a/{y}')]), 'operations.1.path'],
    ...['/a?b=c', '/../a', '/a-{b}'].map((path): [object, string] => [
      gateway('/bad', [paid('GET', path)]),
      'operations.0.path',
    ]),
    [gateway('/bad', [{ method: 'GET', path: '/a', title: 'A' }]), 'operations.0.dollars'],
    [gateway('/bad', [paid('GET', '/a', '$0')]), 'operations.0.dollars'],
    [gateway('/bad', [paid('HEAD', '/a')]), 'operations.0.method'],
    [gateway('/../bad', one), 'prefix'],
    [gateway('/bad', [{ ...paid('GET', '/*'), discovery: { isListed: true } }]), 'operations.0.discovery.isListed'],
    [{ ...gateway('/bad', one), networks: ['eip155:8453'] }, 'networks'],
    [{ ...gateway('/bad', one), upstream: { url: 'http://10.0.0.1' } }, 'upstream.url'],
    [{ ...gateway('/bad', one), upstream: { url: `${service.origin}/?a=b` } }, 'upstream.url'],
  ]
  const { routes: before } = await listRoutes(context, seller.actor, { limit: 200 })
  for (const [input, field] of bad)
    await expect(save(input), field).rejects.toMatchObject({
      code: 'INPUT_REFUSED',
      fields: { [field]: expect.any(String) },
    })
  expect((await listRoutes(context, seller.actor, { limit: 200 })).routes).toHaveLength(before.length)
})

// Last: it uses up this address's limit.
it('a free operation that is asked too much is stopped with a pause, and is not everyone’s to flood', async () => {
  const { gatewayId } = await save(gateway('/flood', [open('GET', '/health')]))
  const { routeId } = (await getGateway(context, seller.actor, gatewayId)).operations[0] ?? { routeId: '' }
  await pauseRoute(context, seller.actor, routeId)
  site.application.storedRoutes.changed(seller.handle)
  expect((await fetch(urlOf('/flood/health'))).status).toBe(503)
  // The clock is stopped: on a slow machine the requests would spread over several windows, none of them full.
  const all = await atClock(0, () => Promise.all(Array.from({ length: 210 }, () => fetch(urlOf('/free/health')))))
  expect([200, 429, 503]).toEqual(expect.arrayContaining(all.map(({ status }) => status)))
  const limited = all.filter(({ status }) => status === 429)
  expect(limited.length).toBeGreaterThan(0)
  expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(seen).toHaveLength(all.filter(({ status }) => status === 200).length)
})
