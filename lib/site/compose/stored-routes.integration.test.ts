import { createHash } from 'node:crypto'
import { type RequestListener } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { signInHeaders } from '@/development/testing/sign-in-proofs'
import { createEvmBuyer, readUsdc, type TestBuyer } from '@/development/testing/test-buyer'
import { createTestSeller, priceOf } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import { serveNode } from '@/lib/base/http/testing/serve-node'
import { pauseRoute, publishRoute } from '@/lib/shop/sellers/routes/move-route'
import { saveFile } from '@/lib/shop/sellers/routes/save-content'
import { createRoute } from '@/lib/shop/sellers/routes/write-route'
import { article as textAt } from '@/lib/shop/testing/selling'

const world = testWorld()
const site = await openTestSite()
const seller = await createTestSeller(site)

const upstream = await startUpstream()

const body = '# Long\n\n<script>alert(1)</script>\n\n[go](javascript:alert(1)) ![x](https://pixel.example/a.png)'
const article = (path: string) => textAt(path, { signIn: {}, teaser: 'Short.', body })

/** This instance is not told of changes by the database. */
const told = <T>(made: T): T => {
  site.application.storedRoutes.changed(seller.handle)
  return made
}
let places = 0
const make = async (input: object) => told(await createRoute(site.application.sellers, seller.actor, input))
const pay = async (buyer: TestBuyer, url: string, init: RequestInit = {}) =>
  fetch(url, { ...init, headers: { ...init.headers, ...(await buyer.sign(url, init)).headers } })

describe('an article', () => {
  it('is sold once it is saved, harmless to its reader, and open again by sign-in', async () => {
    const { url } = await make(article('/toll'))
    const buyer = await createEvmBuyer(world, 1_000_000n)
    const response = await pay(buyer, url)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    const html = await response.text()
    expect(html).toContain('<h2 id="part-1">Long</h2>')
    expect(html).toContain('&#x3C;script>')
    expect(html).toContain('<a href="https://pixel.example/a.png"')
    expect(html).not.toMatch(/<script|javascript:|<img/)
    expect(await buyer.balance()).toBe(990_000n)
    expect(await readUsdc(world, seller.payTo)).toBe(10_000n)
    const again = await fetch(url, { headers: await signInHeaders(url, buyer.key) })
    expect(again.status).toBe(200)
    expect(await buyer.balance()).toBe(990_000n)
  })

  it('is paused for new buyers, and open to its buyers', async () => {
    const { url, routeId } = await make(article('/pausing'))
    const [owner, late] = [await createEvmBuyer(world, 1_000_000n), await createEvmBuyer(world, 1_000_000n)]
    expect((await pay(owner, url)).status).toBe(200)
    const [proof, payment] = [await signInHeaders(url, owner.key), (await late.sign(url)).headers]
    told(await pauseRoute(site.application.sellers, seller.actor, routeId))
    expect((await fetch(url, { headers: proof })).status).toBe(200)
    const refused = await fetch(url, { headers: payment })
    expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'route_paused' }])
    expect(await late.balance()).toBe(1_000_000n)
    told(await publishRoute(site.application.sellers, seller.actor, routeId))
    expect((await fetch(url, { headers: payment })).status).toBe(200)
  })

  it('answers 404 where nothing is and 405 for another method', async () => {
    await make(article('/only-get'))
    expect((await fetch(`${site.origin}/x/nobody-here/a`)).status).toBe(404)
    expect((await fetch(`${site.origin}/x/${seller.handle}/nothing`)).status).toBe(404)
    expect((await fetch(`${site.origin}/x/${seller.handle}/only-get`)).status).toBe(402)
    const wrong = await fetch(`${site.origin}/x/${seller.handle}/only-get`, { method: 'POST' })
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})

it('a file is streamed to its payer, byte for byte', async () => {
  const context = site.application.sellers
  const { price } = article('')
  const { routeId, url, state } = await make({ kind: 'file', title: 'Data', method: 'GET', path: '/data', price })
  expect(state).toBe('draft')
  await expect(publishRoute(context, seller.actor, routeId)).rejects.toMatchObject({ code: 'FILE_MISSING' })
  const bytes = Buffer.alloc(3_500_000, 'turnpike ')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const mediaType = 'text/plain; charset=iso-8859-1; format=flowed'
  const upload = { name: 'nai\u0308ve "data".bin', mediaType, body: new Blob([bytes]).stream() }
  expect(await saveFile(context, seller.actor, routeId, upload)).toEqual({ size: bytes.length, sha256 })
  told(await publishRoute(context, seller.actor, routeId))
  const response = await pay(await createEvmBuyer(world, 1_000_000n), url)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=iso-8859-1')
  expect(response.headers.get('content-disposition')).toContain(
    'attachment; filename="na_ve _data_.bin"; filename*=UTF-8\'\'na%C3%AFve',
  )
  const got = Buffer.from(await response.arrayBuffer())
  expect(createHash('sha256').update(got).digest('hex')).toBe(sha256)
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

  it('that compresses although it is asked not to is read, and one without an answer may have done its work', async () => {
    const buyer = await createEvmBuyer(world, 1_000_000n)
    const zipped = await pay(buyer, (await make(api('/zipped', `${upstream.origin}/zipped`))).url)
    expect([zipped.status, zipped.headers.get('content-encoding'), await zipped.json()]).toEqual([
      200,
      null,
      { ok: true },
    ])
    const { url } = await make(api('/done', `${upstream.origin}/fault/204`, { method: 'POST' }))
    expect((await pay(buyer, url, { method: 'POST' })).status).toBe(204)
    expect(await buyer.balance()).toBe(980_000n)
  })

  it('that answers with an error costs nothing where only an answer without one is charged', async () => {
    const buyer = await createEvmBuyer(world, 1_000_000n)
    const buy = async (body: string, chargeOn: string) => {
      const place = `${upstream.origin}/said?${encodeURIComponent(body)}`
      const { url } = await make(api(`/said-${(places += 1)}`, place, { chargeOn, method: 'POST' }))
      const before = await buyer.balance()
      const response = await pay(buyer, url, { method: 'POST' })
      return [body, response.status, before - (await buyer.balance()), await response.text()]
    }
    const refused = expect.stringContaining('"upstream_refused"')
    const errors = ['{"error":"no city"}', '\uFEFF{"error":{"code":1},"data":[]}']
    for (const body of errors) {
      expect(await buy(body, 'no_error')).toEqual([body, 502, 0n, refused])
      expect(await buy(body, 'body')).toMatchObject([body, 200, 10_000n, expect.any(String)])
    }
    const answers = ['{"error":null,"data":1}', '{"error":false}', '{"error":""}', '{"error":"x"', '"error"']
    for (const body of [...answers, '[{"error":"x"}]', '{"errors":["x"]}'])
      expect(await buy(body, 'no_error')).toEqual([body, 200, 10_000n, body])
  })

  it.each([{ isStreaming: true }, { settle: 'before' }])(
    'cannot be charged by its answer with %j',
    async (settings) => {
      const made = make(api('/early', `${upstream.origin}/said`, { chargeOn: 'no_error', ...settings }))
      await expect(made).rejects.toMatchObject({ fields: { chargeOn: expect.any(String) } })
    },
  )

  it('that fails costs nothing and says so, however it fails', async () => {
    const buyer = await createEvmBuyer(world, 1_000_000n)
    for (const [fault, status] of [
      ['/fault/500', 502],
      ['/fault/404', 404],
      ['/fault/401', 502],
      ['/fault/redirect', 502],
      ['/fault/hang', 504],
      ['/fault/huge', 502],
      ['/fault/broken', 502],
      ['/fault/gzip', 502],
      ['/fault/bomb', 502],
      ['/fault/204', 502],
    ] as const) {
      const response = await pay(buyer, (await make(api(`/f${fault}`, `${upstream.origin}${fault}`))).url)
      const { detail } = (await response.json()) as { detail: string }
      expect([fault, response.status, detail]).toEqual([fault, status, expect.stringContaining('You were not charged')])
    }
    expect(await buyer.balance()).toBe(1_000_000n)
  })
})

async function startUpstream() {
  const seen: { url: string; headers: Record<string, unknown> }[] = []
  const answer: RequestListener = (request, response) => {
    seen.push({ url: request.url ?? '', headers: request.headers })
    const json = { 'content-type': 'application/json' }
    const path = request.url?.split('?')[0] ?? ''
    if (path === '/said') return void response.end(decodeURIComponent(request.url?.split('?')[1] ?? ''))
    if (path === '/fault/hang') return
    if (path === '/fault/huge') return void response.end('a'.repeat(50_000))
    if (path === '/fault/broken') return void request.socket.destroy()
    if (path === '/fault/gzip') return void response.writeHead(200, { 'content-encoding': 'gzip' }).end('zip')
    if (path === '/fault/bomb')
      return void response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync('a'.repeat(50_000)))
    if (path === '/zipped')
      return void response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(gzipSync('{"ok":true}'))
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
  return { ...(await serveNode(answer)), seen }
}
