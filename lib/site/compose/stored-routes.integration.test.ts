import { createHash } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGasKeys } from '@/development/testing/create-gas-keys'
import { startTestSite, type TestSite } from '@/development/testing/open-test-site'
import { signInHeaders } from '@/development/testing/sign-in-proofs'
import { termsOf } from '@/development/testing/terms-of'
import { createEvmBuyer, readUsdc, type TestBuyer } from '@/development/testing/test-buyer'
import { openTestDatabase } from '@/development/testing/test-database'
import { createTestSeller, priceOf, type TestSeller } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { archiveRoute, pauseRoute, publishRoute } from '@/lib/shop/sellers/routes/move-route'
import { getRoute } from '@/lib/shop/sellers/routes/routes'
import { saveFile } from '@/lib/shop/sellers/routes/save-file'
import { createRoute, updateRoute } from '@/lib/shop/sellers/routes/write-route'

const world = testWorld()
const testDatabase = await openTestDatabase()
let site: TestSite
/** A second instance over the same database. */
let other: TestSite
let seller: TestSeller
let upstream: { origin: string; server: Server; seen: { url: string; headers: Record<string, unknown> }[] }

beforeAll(async () => {
  const gas = await createGasKeys(world)
  site = await startTestSite({ databaseUrl: testDatabase.url, gas, routes: {} })
  other = await startTestSite({ databaseUrl: testDatabase.url, gas, routes: {}, publicOrigin: site.origin })
  seller = await createTestSeller(site)
  upstream = await startUpstream()
})

const ask = (path: string) => new Request(`${site.origin}${path}`)

afterAll(async () => {
  upstream?.server.closeAllConnections()
  upstream?.server.close()
  await site?.stop()
  await other?.stop()
})

const article = (path: string, dollars = '$0.01') => ({
  kind: 'article',
  title: 'A toll road',
  method: 'GET',
  path,
  price: priceOf(dollars),
  signIn: {},
  teaser: 'Short.',
  body: '# Long\n\n<script>alert(1)</script>\n\n[go](javascript:alert(1)) ![x](https://pixel.example/a.png)',
})

const make = (input: object) => createRoute(site.application.sellers, seller.actor, input)
const pay = async (buyer: TestBuyer, url: string, init: RequestInit = {}) =>
  fetch(url, { ...init, headers: { ...init.headers, ...(await buyer.sign(url, init)).headers } })

const eventually = async (url: string, status: number, origin = site.origin) => {
  const deadline = performance.now() + 30_000
  for (;;) {
    const response = await fetch(url.replace(site.origin, origin))
    if (response.status === status) return response
    if (performance.now() > deadline) throw new Error(`${url} answered ${response.status}, not ${status}.`)
    await sleep(50)
  }
}

describe('an article', () => {
  it('is sold once it is saved, harmless to its reader, and open again by sign-in', async () => {
    const { url } = await make(article('/toll'))
    const buyer = await createEvmBuyer(world, 1_000_000n)
    const response = await pay(buyer, url)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    const html = await response.text()
    expect(html).toContain('<h2>Long</h2>')
    expect(html).toContain('&#x3C;script>')
    expect(html).toContain('<a href="https://pixel.example/a.png"')
    expect(html).not.toMatch(/<script|javascript:|<img/)
    expect(await buyer.balance()).toBe(990_000n)
    expect(await readUsdc(world, seller.payTo)).toBe(10_000n)
    const again = await fetch(url, { headers: await signInHeaders(url, buyer.key) })
    expect(again.status).toBe(200)
    expect(await buyer.balance()).toBe(990_000n)
  })

  it('opens for those who paid before it offered sign-in, for as long as it offers from their payment on', async () => {
    const once = { ...article('/before'), signIn: null }
    const { url, routeId } = await make(once)
    const [early, stranger] = [await createEvmBuyer(world, 1_000_000n), await createEvmBuyer(world, 1_000_000n)]
    expect((await pay(early, url)).status).toBe(200)
    const open = async (buyer: TestBuyer) => (await fetch(url, { headers: await signInHeaders(url, buyer.key) })).status
    const offer = async (signIn: object) => {
      await updateRoute(site.application.sellers, seller.actor, routeId, { ...once, signIn })
      site.application.storedRoutes.changed(seller.handle)
    }
    await offer({ entitlementSeconds: 3600 })
    expect([await open(early), await open(stranger)]).toEqual([200, 402])
    const of = { where: { resourceUri: url } }
    const settledAt = new Date(Date.now() - 3_700_000)
    await site.application.database.payment.updateMany({ ...of, data: { settledAt } })
    expect(await open(early)).toBe(402)
    await offer({})
    expect([await open(early), await open(stranger)]).toEqual([200, 402])
    await site.application.database.payment.updateMany({ ...of, data: { status: 'refused' } })
    expect(await open(early)).toBe(402)
    expect(await early.balance()).toBe(990_000n)
  })

  it('shows a new price, a pause and its end on every instance within two seconds', async () => {
    const { url, routeId } = await make(article('/changing'))
    const context = site.application.sellers
    const priceAt = async (origin: string) => termsOf(await fetch(url.replace(site.origin, origin))).accepts[0]?.amount
    await eventually(url, 402)
    await eventually(url, 402, other.origin)
    expect([await priceAt(site.origin), await priceAt(other.origin)]).toEqual(['10000', '10000'])
    await updateRoute(context, seller.actor, routeId, article('/changing', '$0.02'))
    await sleep(1_100)
    expect([await priceAt(site.origin), await priceAt(other.origin)]).toEqual(['20000', '20000'])
    await pauseRoute(context, seller.actor, routeId)
    await eventually(url, 503, other.origin)
    await eventually(url, 503)
    await publishRoute(context, seller.actor, routeId)
    await eventually(url, 402, other.origin)
    await archiveRoute(context, seller.actor, routeId)
    await eventually(url, 404, other.origin)
    await make(article('/changing', '$0.03'))
    await eventually(url, 402)
    expect(await priceAt(site.origin)).toBe('30000')
  })

  it('is paused for new buyers, and open to its buyers', async () => {
    const { url, routeId } = await make(article('/pausing'))
    await eventually(url, 402)
    const [owner, late] = [await createEvmBuyer(world, 1_000_000n), await createEvmBuyer(world, 1_000_000n)]
    expect((await pay(owner, url)).status).toBe(200)
    const [proof, payment] = [await signInHeaders(url, owner.key), (await late.sign(url)).headers]
    await pauseRoute(site.application.sellers, seller.actor, routeId)
    await eventually(url, 503)
    expect((await fetch(url, { headers: proof })).status).toBe(200)
    const refused = await fetch(url, { headers: payment })
    expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'route_paused' }])
    expect(await late.balance()).toBe(1_000_000n)
    await publishRoute(site.application.sellers, seller.actor, routeId)
    await eventually(url, 402)
    expect((await fetch(url, { headers: payment })).status).toBe(200)
  })

  it('asks the database for no name that a shop cannot have, whatever its length', async () => {
    for (const handle of ['a'.repeat(2_000), 'Nobody', 'a--%20', '-a', 'a_b', 'x']) {
      expect((await fetch(`${site.origin}/x/${handle}/a`)).status).toBe(404)
    }
    const strange = await Promise.all(
      Array.from({ length: 1_500 }, (_, index) => site.application.storedRoutes.answer(ask(`/x/nobody-${index}/a`))),
    )
    expect(new Set(strange.map(({ status }) => status))).toEqual(new Set([404]))
  })

  it('answers 404 where nothing is and 405 for another method', async () => {
    await make(article('/only-get'))
    expect((await fetch(`${site.origin}/x/nobody-here/a`)).status).toBe(404)
    expect((await fetch(`${site.origin}/x/${seller.handle}/nothing`)).status).toBe(404)
    expect((await eventually(`${site.origin}/x/${seller.handle}/only-get`, 402)).status).toBe(402)
    const wrong = await fetch(`${site.origin}/x/${seller.handle}/only-get`, { method: 'POST' })
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})

describe('a page behind sign-in', () => {
  it('opens for a wallet that signs and for no other', async () => {
    const { price: _price, ...rest } = article('/members')
    const { url } = await make({ ...rest, kind: 'sign_in', networks: [BASE_SEPOLIA] })
    await eventually(url, 402)
    const buyer = await createEvmBuyer(world, 0n)
    expect((await fetch(url, { headers: await signInHeaders(url, buyer.key) })).status).toBe(200)
  })
})

describe('a file', () => {
  it('is streamed to its payer, byte for byte', async () => {
    const context = site.application.sellers
    const { price } = article('')
    const { routeId, url, state } = await make({ kind: 'file', title: 'Data', method: 'GET', path: '/data', price })
    expect(state).toBe('draft')
    await expect(publishRoute(context, seller.actor, routeId)).rejects.toMatchObject({ code: 'FILE_MISSING' })
    const bytes = Buffer.alloc(3_500_000, 'turnpike ')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const upload = { name: 'naïve "data".bin', mediaType: 'application/x-data', body: new Blob([bytes]).stream() }
    expect(await saveFile(context, seller.actor, routeId, upload)).toEqual({ size: bytes.length, sha256 })
    await publishRoute(context, seller.actor, routeId)
    await eventually(url, 402)
    const response = await pay(await createEvmBuyer(world, 1_000_000n), url)
    expect(response.headers.get('content-type')).toBe('application/x-data')
    expect(response.headers.get('content-disposition')).toContain('attachment')
    const got = Buffer.from(await response.arrayBuffer())
    expect(createHash('sha256').update(got).digest('hex')).toBe(sha256)
  })
})

describe('an upstream', () => {
  const api = (path: string, url: string, more: object = {}) => ({
    kind: 'api',
    title: 'An API',
    method: 'GET',
    path,
    price: priceOf('$0.01'),
    upstream: {
      url,
      headers: { 'X-Api-Key': 'the secret of the seller' },
      timeoutMs: url.endsWith('/hang') ? 500 : 30_000,
      maxBytes: 20_000,
    },
    ...more,
  })

  it('is asked with its secret, the parameters and the query; only harmless headers come back', async () => {
    const { url } = await make(api('/users/[id]', `${upstream.origin}/echo/[id]?fixed=1`))
    const buyer = await createEvmBuyer(world, 1_000_000n)
    await eventually(`${site.origin}/x/${seller.handle}/users/a%20b`, 402)
    const response = await pay(buyer, url.replace('[id]', 'a%20b?fixed=2&more=3'), {
      headers: { cookie: 'mine=1', 'x-api-key': 'forged', accept: 'application/json' },
    })
    expect(response.status).toBe(200)
    const seen = upstream.seen.at(-1)
    expect(seen?.url).toBe('/echo/a%20b?fixed=1&more=3')
    expect(seen?.headers).toMatchObject({ 'x-api-key': 'the secret of the seller', accept: 'application/json' })
    expect(Object.keys(seen?.headers ?? {})).not.toContain('payment-signature')
    expect(Object.keys(seen?.headers ?? {})).not.toContain('cookie')
    expect(response.headers.get('settlement-overrides')).toBeNull()
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(response.headers.get('x-upstream')).toBeNull()
  })

  it('never shows its secret again, nor keeps it readable', async () => {
    const { routeId } = await make(api('/secret', `${upstream.origin}/echo`))
    const view = await getRoute(site.application.sellers, seller.actor, routeId)
    expect(view.upstream?.headerNames).toEqual(['X-Api-Key'])
    expect(JSON.stringify(view)).not.toContain('the secret')
    const stored = await site.application.database.routeUpstream.findUniqueOrThrow({ where: { routeId } })
    expect(Buffer.from(stored.sealedHeaders ?? []).toString('latin1')).not.toContain('secret')
  })

  it.each([
    ['/fault/500', 502],
    ['/fault/404', 404],
    ['/fault/401', 502],
    ['/fault/redirect', 502],
    ['/fault/hang', 504],
    ['/fault/huge', 502],
    ['/fault/broken', 502],
    ['/fault/gzip', 502],
  ])('that fails (%s) costs nothing and says so', async (fault, status) => {
    const { url } = await make(api(`/f${fault}`, `${upstream.origin}${fault}`))
    await eventually(url, 402)
    const buyer = await createEvmBuyer(world, 1_000_000n)
    const response = await pay(buyer, url)
    expect(response.status).toBe(status)
    expect(((await response.json()) as { detail: string }).detail).toContain('You were not charged')
    expect(await buyer.balance()).toBe(1_000_000n)
  })

  it.each([
    [{ unit: 'call', dollars: '$0.01' }, '/text', 10_000n],
    [{ unit: 'thousand_characters', dollars: '$0.01' }, '/text', 20_000n],
    [{ unit: 'byte', dollars: '$0.000001' }, '/text', 1_502n],
    [{ unit: 'byte', dollars: '$1' }, '/text', 100_000n],
    [{ unit: 'second', dollars: '$0.02' }, '/text', 20_000n],
    [{ unit: 'json_field', field: 'usage.cost', holds: 'dollars' }, '/usage', 12_345n],
    [{ unit: 'json_field', field: 'usage.tokens', holds: 'count', dollars: '$0.0001' }, '/usage', 700n],
  ])('metered by %j charges what was used', async (metering, path, chargedAtomic) => {
    const name = `/m-${metering.unit}-${chargedAtomic}`
    const input = api(name, `${upstream.origin}${path}`, { kind: 'metered_api', price: priceOf('$0.10'), metering })
    const { url } = await make(input)
    await eventually(url, 402)
    const buyer = await createEvmBuyer(world, 1_000_000n)
    const response = await pay(buyer, url)
    expect(response.status).toBe(200)
    expect(await buyer.balance()).toBe(1_000_000n - chargedAtomic)
  })

  it.each(['usage.dear', 'usage.negative', 'usage.missing', 'usage'])(
    'that names the amount %s is not believed, and nothing is charged',
    async (field) => {
      const metering = { unit: 'json_field', field, holds: 'dollars' }
      const more = { kind: 'metered_api', price: priceOf('$0.10'), metering }
      const { url } = await make(api(`/bad-${field}`, `${upstream.origin}/usage`, more))
      await eventually(url, 402)
      const buyer = await createEvmBuyer(world, 1_000_000n)
      const response = await pay(buyer, url)
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
        500,
        'settlement_amount_invalid',
      ])
      expect(await buyer.balance()).toBe(1_000_000n)
    },
  )
})

async function startUpstream() {
  const seen: { url: string; headers: Record<string, unknown> }[] = []
  const answer: RequestListener = (request, response) => {
    seen.push({ url: request.url ?? '', headers: request.headers })
    const json = { 'content-type': 'application/json' }
    const path = request.url?.split('?')[0] ?? ''
    if (path === '/text') return void response.end(`é${'a'.repeat(1500)}`)
    if (path === '/usage') {
      const usage = { cost: '0.012345', tokens: 7, dear: '0.11', negative: '-0.01' }
      return void response.writeHead(200, json).end(JSON.stringify({ usage }))
    }
    if (path === '/fault/hang') return
    if (path === '/fault/huge') return void response.end('a'.repeat(50_000))
    if (path === '/fault/broken') return void request.socket.destroy()
    if (path === '/fault/gzip') return void response.writeHead(200, { 'content-encoding': 'gzip' }).end('zip')
    if (path === '/fault/redirect') return void response.writeHead(302, { location: '/text' }).end()
    if (path.startsWith('/fault/')) return void response.writeHead(Number(path.slice(7))).end()
    const forged = {
      'settlement-overrides': '{"amount":"1"}',
      'payment-response': 'x',
      'set-cookie': 'a=b',
      'x-upstream': 'y',
    }
    response.writeHead(200, { ...json, ...forged }).end(JSON.stringify({ ok: true }))
  }
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, seen }
}
