import { readdirSync } from 'node:fs'
import { request as askByHttp, type OutgoingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { validatePaymentRequiredDetailed } from '@agentcash/discovery'
import { type APIResponse, expect, test } from '@playwright/test'
import robotsParser from 'robots-parser'
import { Agent, fetch } from 'undici'
import { buy } from './outsiders/buy'
import { openPayingWallet } from './outsiders/paying-wallet'
import { startSellersServer } from './outsiders/sellers-server'
import { openShopByProgram } from './sellers/open-shop'
import { askApi, priceOf, sellByProgram } from './sellers/sell-by-program'
import { BASE_SEPOLIA } from './wallets/evm-wallet'
import { fund } from './wallets/fund'

// What the built server answers, asked without a page: no part of it can be seen in a process of tests.

const asBrowser = (language: string) => ({ headers: { accept: 'text/html', 'accept-language': language } })

const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(^|\/)(page\.tsx|route\.ts)$/.test(file),
)
/** With a value for each variable part. */
const addressOf = (file: string) =>
  `/${file.replace(/(^|\/)(page\.tsx|route\.ts)$/, '')}`
    .replace(/\/\([^/]*\)/g, '')
    .replace(/\[[^\]]*\]/g, 'nothing-here') || '/'

/** Addresses of all pages and route handlers, read from the folders. */
const addresses = files.map(addressOf)
const pages = new Set(files.filter((file) => file.endsWith('page.tsx')).map(addressOf))
const elsewhere = [
  '/nowhere',
  '/nowhere/',
  '/%ff',
  '/_next/static/nowhere.js',
  '/fonts/nowhere.woff2',
  '/icon.svg',
  '/_global-error',
  ...['/%00', '/x/a/%00', '/x/..;/dashboard', '/api/v1/..%2f..%2fx', '/docs/%5c..%5c', '/library/receipts/%c0%ae'],
  ...['/bazaar?__proto__[a]=%ed%a0%80&limit=1e999', `/articles/${'a/'.repeat(3_000)}`, '/x/a/b?a[]=%00&a[]=1'],
]
const nowhere = [
  ...['/no-such-page', '/x/no-such', '/docs/no-such', '/library/receipts/no-such'],
  ...['entry/no-such', 'host/no.such', 'payee/base/nobody', 'host/nowhere.example.org'].map((at) => `/bazaar/${at}`),
]
const ways = [
  ['GET', 'text/html,*/*'],
  ['GET', 'application/json'],
  ['HEAD', '*/*'],
  ...['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'].map((method) => [method, '*/*'] as const),
] as const

/** A page is made again for each of these, with the headers that a browser gets: the home page stands for all. */
const isAgain = (address: string, method: string, accept: string) =>
  pages.has(address) && address !== '/' && (method === 'HEAD' || accept === 'application/json')

/** The faults of an answer, in words. */
async function lacking(answer: APIResponse, asked: string): Promise<string[]> {
  const headers = answer.headers()
  const isPage = (headers['content-type'] ?? '').startsWith('text/html')
  const html = isPage && asked.startsWith('GET') && answer.ok() ? await answer.text() : null
  const directives = (headers['content-security-policy'] ?? '').split('; ')
  const closed = ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]
  const isKept = !headers['cache-control']?.includes('no-store')
  return [
    ...(answer.status() < 500 ? [] : ['an answer of its own']),
    ...(headers['x-content-type-options'] === 'nosniff' ? [] : ['nosniff']),
    ...(headers['referrer-policy'] === 'same-origin' ? [] : ['a referrer policy']),
    ...(headers['cache-control'] ? [] : ['a decision about caching']),
    ...(isPage && isKept ? ['a page that no cache keeps'] : []),
    ...(isPage && headers['cross-origin-opener-policy'] !== 'same-origin-allow-popups' ? ['an opener policy'] : []),
    ...(isPage && !headers['permissions-policy'] ? ['a permissions policy'] : []),
    ...(isPage ? closed.filter((directive) => !directives.includes(directive)) : []),
    ...(directives.some((directive) => directive.startsWith('default-src')) ? [] : ['a content policy']),
    ...(html === null || /<title>[^<]+<\/title>/.test(html) ? [] : ['a title']),
    ...(html === null || /<h1[ >]/.test(html) ? [] : ['a heading']),
  ].map((what) => `${asked} answered ${answer.status()} without ${what}`)
}

test('S-18: no answer of any address lacks a header, no page its title', async ({ request }) => {
  expect(addresses.length).toBeGreaterThan(60)
  const faults: string[] = []
  for (const address of [...addresses, ...elsewhere]) {
    const found = await Promise.all(
      ways.map(async ([method, accept]) => {
        if (isAgain(address, method, accept)) return []
        // A stream of events has no end to wait for; its refusals have.
        if (method === 'GET' && /\/sse$/.test(address)) return []
        const answer = await request.fetch(address, { method, headers: { accept }, maxRedirects: 0 })
        return lacking(answer, `${method} ${address} (${accept})`)
      }),
    )
    faults.push(...found.flat())
  }
  expect(faults).toEqual([])

  for (const path of nowhere) {
    const answer = await request.get(path, asBrowser('en'))
    expect([path, answer.status()]).toEqual([path, 404])
    expect(await answer.text(), path).toContain('There is no page at this address</h1>')
  }
  // A form can be sent from pages with forms alone.
  const formAction = async (path: string) => {
    const { 'content-security-policy': policy = '' } = (await request.get(path, asBrowser('en'))).headers()
    return [path, /form-action [^;]*/.exec(policy)?.[0]]
  }
  for (const path of ['/dashboard', '/bazaar', '/library', '/docs'])
    expect(await formAction(path)).toEqual([path, "form-action 'self'"])
  for (const path of ['/weather', '/articles', '/', '/articles/exactly-once/full', '/x/nobody/nothing', '/nowhere'])
    expect(await formAction(path)).toEqual([path, "form-action 'none'"])
})

/** A request as written, over a connection from an address of this machine that no other test uses. */
function send(path: string, options: { method?: string; from: string; headers?: OutgoingHttpHeaders; body?: string }) {
  const { hostname, port } = new URL(process.env.E2E_ORIGIN ?? '')
  const { from, body, ...rest } = options
  return new Promise<{ status: number; code: string }>((resolve, reject) => {
    const target = { hostname: hostname === 'localhost' ? '127.0.0.1' : hostname, port, path, agent: false }
    const sent = askByHttp({ ...target, localAddress: from, ...rest }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, code: JSON.parse(text).code }))
    })
    sent.on('error', reject).end(body)
  })
}

test('what cannot be read is refused, callers are counted, languages kept', async ({ request, baseURL }) => {
  const from = '127.0.0.80'
  for (const [address, status, code] of [
    ['/facilitator/discovery/search?query=%C3%28', 400, 'address_unreadable'],
    ['/articles/%zz/full', 400, 'address_unreadable'],
    [`/bazaar?q=${'a'.repeat(9_000)}`, 414, 'address_too_long'],
  ] as const) {
    for (const method of ['GET', 'POST', 'DELETE'])
      expect(await send(address, { method, from, headers: { accept: 'text/html' } })).toEqual({ status, code })
  }
  const long = { 'x-long': 'a'.repeat(9_000) }
  expect(await send('/weather', { from, headers: long })).toEqual({ status: 431, code: 'header_too_long' })

  const invented = (index: number): OutgoingHttpHeaders => ({
    'x-forwarded-for': `203.0.113.${index}`,
    'x-turnpike-caller': `0123456789abcdef0123456789abcdef 203.0.113.${index}`,
  })
  const ask = (of: string, index: number) =>
    send('/facilitator/discovery/validate', { method: 'POST', from: of, headers: invented(index), body: '{}' })
  // Windows of ten seconds take turns: a hundred at once fill one, or the next.
  const askMany = async (first: number) => {
    const answers = await Promise.all(Array.from({ length: 101 }, (_, index) => ask('127.0.0.77', first + index)))
    return answers.map(({ status }) => status)
  }
  expect([...(await askMany(0)), ...(await askMany(101))]).toContain(429)
  expect((await ask('127.0.0.78', 1)).status).toBe(400)

  const textOf = async (path: string, language: string) => (await request.get(path, asBrowser(language))).text()
  for (const language of ['en-US', 'fr-FR'])
    expect(await textOf('/articles/turnpikes/full', language)).toMatch(/<html[^>]* lang="en"/)
  expect(await textOf('/articles', 'de-DE')).toMatch(/<html[^>]* lang="de"/)
  expect(await textOf('/no-such-page', 'de')).toContain('gibt es keine Seite')
  const ofOurPage = { origin: baseURL ?? '', 'sec-fetch-site': 'same-origin', 'accept-language': 'de' }
  const relayed = await request.post('/bazaar/relay', { headers: ofOurPage, data: { key: 'nothing' } })
  const unlisted = 'Eine solche Ressource ist nicht eingetragen.'
  expect([relayed.status(), (await relayed.json()).detail]).toEqual([404, unlisted])
  const ofOthers = { headers: { ...ofOurPage, origin: 'https://elsewhere.example' }, data: { key: 'nothing' } }
  expect((await request.post('/bazaar/relay', ofOthers)).status()).toBe(403)
  // A form of an earlier release, whose action is gone.
  const action = { 'next-action': '7f00aabbccddeeff00112233445566778899aabbcc', 'accept-language': 'de' }
  const form = { ...action, 'content-type': 'application/x-www-form-urlencoded' }
  const old = await request.post('/library', { headers: form, data: 'a=b' })
  expect([old.status(), await old.text()]).toEqual([404, expect.stringContaining('gibt es keine Seite')])

  expect((await request.get('/docs/..%2f..%2fpackage.json')).status()).toBe(404)
  // A problem names the place where its code is explained.
  const errors = await textOf('/docs/errors', 'en')
  for (const answer of [
    await request.get('/x/no-such-shop/nothing', { headers: { accept: 'application/json' } }),
    await request.get('/api/v1/routes'),
    await request.post('/facilitator/verify', { data: 'no payment' }),
    await request.get('/facilitator/discovery/resources?limit=no'),
  ]) {
    const { type, code } = (await answer.json()) as { type: string; code: string }
    expect(type, answer.url()).toBe(`${baseURL}/docs/errors#${code}`)
    expect(errors).toContain(`id="${code}"`)
  }
})

test('agents, feeds and previews find what is sold, without what is paid for', async ({ request, baseURL }) => {
  expect(await (await request.get('/llms.txt')).text()).toContain(`${baseURL}/facilitator/discovery/search?query=`)
  const sold = await (await request.get('/.well-known/x402')).json()
  expect(sold).toMatchObject({ version: 1, facilitator: `${baseURL}/facilitator` })
  expect(await (await request.get('/.well-known/x402.json')).json()).toEqual(sold)
  expect(sold.resources).toContain('mcp://tool/get_weather')
  const document = await (await request.get('/openapi.json')).json()
  for (const url of sold.resources.filter(
    (resource: string) => /^http/.test(resource) && !/:|\/x\//.test(resource.slice(6)),
  )) {
    const got = await request.get(url)
    const terms = got.status() === 405 ? await request.post(url) : got
    const header = terms.headers()['payment-required'] ?? ''
    // Within what proxies pass on unasked.
    expect([url, terms.status(), header.length > 0 && header.length < 4096]).toEqual([url, 402, true])
    const told = JSON.parse(Buffer.from(header, 'base64').toString())
    const { issues } = validatePaymentRequiredDetailed(told)
    expect([url, issues.filter(({ severity }) => severity === 'error')]).toEqual([url, []])
    const { get, post } = document.paths[new URL(url).pathname]
    const { example } = told.extensions.bazaar.schema.properties.output.properties
    const content = { [told.resource.mimeType]: { schema: example } }
    expect([url, (got === terms ? get : post).responses['200'].content]).toEqual([url, content])
  }

  const paidWord = 'zwetschgenkuchen'
  const { handle, secret } = await openShopByProgram({ word: 'feed' })
  const title = `Plums & <b>cakes</b> of ${handle}`
  const plums = { title, path: '/plums', teaser: 'Take ripe ones.', body: `Bake a ${paidWord}.`, dollars: '$0.02' }
  await sellByProgram(request, secret, plums)
  const goods = `/x/${handle}/plums`
  const page = `/shop/${handle}/plums`
  const bodies: string[] = []
  const read = async (path: string, mediaType: RegExp, status = 200) => {
    const answer = await request.get(path, { headers: { accept: 'text/html' } })
    expect([path, answer.status()]).toEqual([path, status])
    expect(answer.headers()['content-type']).toMatch(mediaType)
    bodies.push(await answer.text())
    return bodies.at(-1) ?? ''
  }
  const feed = await read(`/shop/${handle}/feed.xml`, /application\/rss\+xml/)
  const escaped = `Plums &amp; &lt;b&gt;cakes&lt;/b&gt; of ${handle}`
  expect(feed).toContain(`<title>${escaped}</title><link>${baseURL}${page}</link>`)
  expect(feed).toContain(`<atom:link href="${baseURL}${goods}.md" rel="alternate" type="text/markdown"/>`)
  expect(feed).toContain('0.02 USDC')
  // Maps and lists are kept for half a minute, and another test may have read them just before.
  const shopAddress = `<loc>${baseURL}/x/${handle}</loc>`
  const pageAddress = `<loc>${baseURL}${page}</loc>`
  for (const address of [shopAddress, pageAddress])
    await expect.poll(async () => (await request.get('/sitemap.xml')).text()).toContain(address)
  const twinAddress = `(${baseURL}${goods}.md): 0.02 USDC, by A shop`
  await expect.poll(async () => (await request.get('/llms.txt')).text()).toContain(twinAddress)
  const map = await read('/sitemap.xml', /application\/xml/)
  expect(map).not.toContain(`${baseURL}${goods}`)
  for (const [, address = ''] of map.matchAll(/<loc>([^<]+)</g)) {
    const answer = await request.get(address, { headers: { accept: '*/*', 'user-agent': 'linkcheck' } })
    expect([address, answer.status()]).toEqual([address, 200])
  }
  const robots = robotsParser(`${baseURL}/robots.txt`, await read('/robots.txt', /text\/plain/))
  const isOpen = (path: string) => robots.isAllowed(`${baseURL}${path}`, 'TurnpikeCatalog')
  for (const path of ['/weather', '/api/users/1', '/mcp', '/mcp/discovery', '/x/a/b'])
    expect([path, isOpen(path)]).toEqual([path, true])
  for (const path of ['/dashboard', '/library', '/api/v1/routes', '/api/session', '/checkout'])
    expect([path, isOpen(path)]).toEqual([path, false])

  const dataIn = (html: string) =>
    JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '{}')
  expect(dataIn(await read(`/x/${handle}`, /text\/html/))['@type']).toBe('ItemList')
  const data = dataIn(await read(goods, /text\/html/, 402))
  expect([data.headline, data.isAccessibleForFree, data.offers.price]).toEqual([title, false, '0.02'])
  const inPage = await read(page, /text\/html/)
  expect(dataIn(inPage)).toEqual(data)
  expect(data).toMatchObject({ url: `${baseURL}${page}`, hasPart: { isAccessibleForFree: false } })
  expect(inPage).toContain(`<link rel="canonical" href="${baseURL}${page}"/>`)
  expect(inPage).not.toContain('name="robots"')
  expect(inPage).toContain(data.hasPart.cssSelector.slice(1))
  await read(`/shop/${handle}/nothing`, /text\/html/, 404)

  const preview = await read(`${goods}.md`, /text\/markdown/, 402)
  for (const word of [`title: ${JSON.stringify(title)}`, 'author: "A shop"', 'price: "0.02 USDC"', 'Take ripe ones.'])
    expect(preview).toContain(word)
  const asMarkdown = await request.get(goods, { headers: { accept: 'text/markdown' } })
  expect([asMarkdown.status(), await asMarkdown.text()]).toEqual([402, preview])
  const head = await request.head(`${goods}.md`)
  expect(head.status()).toBe(402)
  const { resource } = JSON.parse(Buffer.from(head.headers()['payment-required'] ?? '', 'base64').toString())
  expect(resource.mimeType).toBe('text/markdown')
  for (const other of [`/x/${handle}/nothing.md`, `/x/${handle}/.md`, `${goods}.md.md`, '/x/nobody-here/a.md'])
    expect([other, (await request.get(other)).status()]).toEqual([other, 404])
  expect((await request.post(`${goods}.md`)).status()).toBe(404)
  // The site's own articles are found by the same functions.
  const ownTwin = '/articles/turnpikes/full.md'
  expect(await read(ownTwin, /text\/markdown/, 402)).toContain(`page: "${baseURL}/articles/turnpikes"`)
  expect(bodies.find((body) => body.includes('<urlset'))).toContain(`<loc>${baseURL}/articles/turnpikes</loc>`)
  expect(await (await request.get('/llms.txt')).text()).toContain(`(${baseURL}${ownTwin}): 0.03 USDC, by Turnpike`)
  expect(await read('/articles/feed.xml', /application\/rss\+xml/)).toContain(`href="${baseURL}${ownTwin}"`)
  expect(dataIn(await read('/articles/turnpikes', /text\/html/)).url).toBe(`${baseURL}/articles/turnpikes`)
  await read('/articles/nothing', /text\/html/, 404)
  // Programs that preview a link say that they take anything, and take no other status than 200.
  for (const userAgent of ['Slackbot-LinkExpanding 1.0', 'facebookexternalhit/1.1', 'WhatsApp/2.23']) {
    const card = await request.get(goods, { headers: { accept: '*/*', 'user-agent': userAgent } })
    bodies.push(await card.text())
    const isCard = bodies.at(-1)?.includes(`property="og:url" content="${baseURL}${page}"`)
    expect([card.status(), isCard]).toEqual([200, true])
  }
  for (const body of bodies) {
    expect(body).not.toContain(paidWord)
    expect(body).not.toContain('A gate earns only as much as its keeper hands over.')
  }
  for (const headers of [
    { accept: '*/*', 'user-agent': 'curl/8.5' },
    { accept: 'application/json', 'user-agent': 'Slackbot-LinkExpanding 1.0' },
  ]) {
    const terms = await request.get(goods, { headers })
    expect([terms.status(), terms.headers()['content-type']]).toEqual([402, 'application/json'])
  }

  const signed = await request.get(page, { headers: { 'payment-signature': 'anything', accept: 'text/html' } })
  expect([signed.status(), signed.headers()['payment-required']]).toEqual([200, undefined])
  const bought = await buy(request, `${baseURL}${goods}.md`)
  expect(bought).toMatchObject({ status: 200, text: `Bake a ${paidWord}.`, settled: { success: true } })
})

const MB = 1_000_000

test('an upload in parts reaches a seller’s server whole, also as a browser would send it', async ({
  request,
  baseURL,
}) => {
  const { origin, stop } = await startSellersServer(({ body }) => ({ bytes: body.length }))
  const { handle, secret } = await openShopByProgram({ word: 'uploads' })
  const goods = { kind: 'api', title: 'A place for films', method: 'POST', path: '/films', price: priceOf('$0.03') }
  const route = { ...goods, upstream: { url: `${origin}/films` }, maxUploadBytes: 20 * MB }
  const made = await askApi(request, secret, 'POST', '/routes', route)
  expect(made.status(), await made.text()).toBe(201)
  // A call has no page of its own: nothing is asked of its server there.
  const list = { ...goods, method: 'GET', path: '/list', upstream: { url: `${origin}/list` } }
  expect((await askApi(request, secret, 'POST', '/routes', list)).status()).toBe(201)
  const page = await request.get(`/shop/${handle}/list`, { headers: { accept: 'text/html' }, maxRedirects: 0 })
  expect([page.status(), page.headers().location]).toEqual([307, `/x/${handle}/list`])
  const wallet = openPayingWallet(process.env.E2E_EVM_RPC_URL ?? '')
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '100000' })
  const url = `${baseURL}/x/${handle}/films`
  const dispatcher = new Agent({ connections: 1 })
  const send = (megabytes: number, headers: Record<string, string>) => {
    const parts = Array.from({ length: megabytes }, () => new Uint8Array(MB))
    return fetch(url, { method: 'POST', headers, body: Readable.from(parts), duplex: 'half', dispatcher })
  }
  // More than the 10 MB of which Next.js keeps a copy where a request passes its proxy.
  const answer = await send(12, { ...(await wallet.sign(url, 'POST')), accept: 'text/html,*/*;q=0.8' })
  expect([answer.status, await answer.text()]).toEqual([200, `{"bytes":${12 * MB}}`])
  // What is too large leaves its connection to the next request.
  expect((await send(21, await wallet.sign(url, 'POST'))).status).toBe(413)
  expect((await send(1, {})).status).toBe(402)
  await dispatcher.destroy()
  stop()
})
