import { readdirSync } from 'node:fs'
import { Readable } from 'node:stream'
import { validatePaymentRequiredDetailed } from '@agentcash/discovery'
import { type APIResponse, expect, test } from '@playwright/test'
import robotsParser from 'robots-parser'
import { Agent, fetch } from 'undici'
import { buy, openPayingWallet } from './outsiders/paying-wallet'
import { faultsOfArticle, faultsOfFacts, faultsOfSitemap } from './outsiders/search-engine'
import { startSellersServer } from './outsiders/sellers-server'
import { askApi, openShopByProgram, priceOf, sellByProgram } from './sellers/shops'

// What the built server answers, asked without a page: no part of it can be seen in a process of tests.

const asBrowser = (language = 'en') => ({ headers: { accept: 'text/html', 'accept-language': language } })

/** Addresses of all pages and route handlers, read from the folders, with a value for each variable part. */
const addresses = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((file) => /(^|\/)(page\.tsx|route\.ts)$/.test(file))
  .map((file) =>
    `/${file.replace(/(^|\/)(page\.tsx|route\.ts)$/, '')}`
      .replace(/\/\([^/]*\)/g, '')
      .replace(/\[[^\]]*\]/g, 'nothing-here'),
  )
const elsewhere = ['/nowhere/', '/%ff', '/x/a/%00', '/docs/..%2f..%2fpackage.json', '/docs/%5c..%5c']
const files = ['/_next/static/nowhere.js', '/fonts/nowhere.woff2', '/icon.svg', '/_global-error']
const nowhere = ['x', 'docs', 'library/receipts', 'bazaar/entry'].map((at) => `/${at}/no-such`)

/** Whether an answer is no fault and has a policy, and a page all of a page. The edge completes headers of every one. */
async function isWhole(answer: APIResponse): Promise<boolean> {
  const headers = answer.headers()
  const policy = headers['content-security-policy'] ?? ''
  if (answer.status() >= 500 || !policy.includes('default-src')) return false
  if (!headers['content-type']?.startsWith('text/html')) return true
  const closed = ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]
  const html = answer.ok() ? await answer.text() : '<title>1</title><h1>'
  const isComplete = /<title>[^<]+<\/title>/.test(html) && /<h1[ >]/.test(html)
  return closed.every((part) => policy.includes(part)) && !!headers['cache-control']?.includes('no-store') && isComplete
}

test('agents find what is sold without what is paid for, and no answer lacks a header', async ({
  request,
  baseURL,
}) => {
  const paidWord = 'zwetschgenkuchen'
  const { handle, secret } = await openShopByProgram({ word: 'feed' })
  const title = `Plums & <b>cakes</b> of ${handle}`
  const plums = { title, path: '/plums', teaser: 'Take ripe ones.', body: `Bake a ${paidWord}.`, dollars: '$0.02' }
  await sellByProgram(request, secret, plums)
  const goods = `/x/${handle}/plums`
  const page = `/shop/${handle}/plums`
  const bodies: string[] = []
  const read = async (path: string, status = 200, headers: Record<string, string> = { accept: 'text/html' }) => {
    const answer = await request.get(path, { headers })
    expect([path, answer.status()]).toEqual([path, status])
    bodies.push(await answer.text())
    return bodies.at(-1) ?? ''
  }
  // Maps and lists are kept for half a minute; no other test reads them.
  await expect.poll(() => read('/sitemap.xml')).toContain(`<loc>${baseURL}/x/${handle}</loc>`)
  const map = await read('/sitemap.xml')
  expect(map).toContain(`<loc>${baseURL}${page}</loc>`)
  expect(map).not.toContain(`${baseURL}${goods}`)
  expect(await faultsOfSitemap(map)).toEqual([])
  await expect.poll(() => read('/llms.txt')).toContain(`(${baseURL}${goods}.md): 0.02 USDC, by A shop`)
  expect(await read('/llms.txt')).toContain(`${baseURL}/facilitator/discovery/search?query=`)
  for (const [, address = ''] of map.matchAll(/<loc>([^<]+)</g))
    expect([address, (await request.get(address)).status()]).toEqual([address, 200])
  const feed = await read(`/shop/${handle}/feed.xml`)
  const escaped = `Plums &amp; &lt;b&gt;cakes&lt;/b&gt; of ${handle}`
  expect(feed).toContain(`<title>${escaped}</title><link>${baseURL}${page}</link>`)
  expect(feed).toContain(`<atom:link href="${baseURL}${goods}.md" rel="alternate" type="text/markdown"/>`)
  const robots = robotsParser(`${baseURL}/robots.txt`, await read('/robots.txt'))
  const isOpen = (path: string) => robots.isAllowed(`${baseURL}${path}`, 'TurnpikeCatalog')
  expect(['/weather', '/api/users/1', '/mcp', '/mcp/discovery', '/x/a/b'].map(isOpen)).not.toContain(false)
  expect(['/dashboard', '/library', '/api/v1/routes', '/api/session', '/checkout'].map(isOpen)).not.toContain(true)

  const dataIn = (html: string) =>
    JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '{}')
  const list = dataIn(await read(`/x/${handle}`))
  expect([list['@type'], faultsOfFacts(list)]).toEqual(['ItemList', []])
  const data = dataIn(await read(goods, 402))
  expect(faultsOfArticle(data)).toEqual([])
  expect(data).toMatchObject({ headline: title, url: `${baseURL}${page}`, offers: { price: '0.02' } })
  const inPage = await read(page)
  expect(dataIn(inPage)).toEqual(data)
  expect(inPage).toContain(`<link rel="canonical" href="${baseURL}${page}"/>`)
  expect(inPage).toContain(data.hasPart.cssSelector.slice(1))

  const preview = await read(`${goods}.md`, 402)
  for (const word of [`title: ${JSON.stringify(title)}`, 'author: "A shop"', 'price: "0.02 USDC"', 'Take ripe ones.'])
    expect(preview).toContain(word)
  expect(await read(goods, 402, { accept: 'text/markdown' })).toBe(preview)
  const head = (await request.head(`${goods}.md`)).headers()['payment-required'] ?? ''
  expect(JSON.parse(Buffer.from(head, 'base64').toString()).resource.mimeType).toBe('text/markdown')
  await read(`${goods}.md.md`, 404)
  // Programs that preview a link say that they take anything, and take no other status than 200.
  for (const agent of ['Slackbot-LinkExpanding 1.0', 'facebookexternalhit/1.1', 'WhatsApp/2.23'])
    expect(await read(goods, 200, { accept: '*/*', 'user-agent': agent })).toContain(`content="${baseURL}${page}"`)
  await read(goods, 402, { accept: '*/*', 'user-agent': 'curl/8.5' })
  // The site's own articles are found by the same functions.
  const ownTwin = '/articles/turnpikes/full.md'
  expect(await read(ownTwin, 402)).toContain(`page: "${baseURL}/articles/turnpikes"`)
  expect(map).toContain(`<loc>${baseURL}/articles/turnpikes</loc>`)
  expect(await read('/llms.txt')).toContain(`(${baseURL}${ownTwin}): 0.03 USDC, by Turnpike`)
  expect(await read('/articles/feed.xml')).toContain(`href="${baseURL}${ownTwin}"`)
  const own = dataIn(await read('/articles/turnpikes'))
  expect([own.url, faultsOfArticle(own)]).toEqual([`${baseURL}/articles/turnpikes`, []])
  await read('/articles/nothing', 404)
  for (const words of [paidWord, 'A gate earns only as much as its keeper hands over.'])
    expect(bodies.filter((body) => body.includes(words))).toEqual([])
  const bought = await buy(`${baseURL}${goods}.md`)
  expect(bought).toMatchObject({ status: 200, text: `Bake a ${paidWord}.`, settled: { success: true } })

  const sold = await (await request.get('/.well-known/x402')).json()
  expect(sold).toMatchObject({ version: 1, facilitator: `${baseURL}/facilitator` })
  expect(sold.resources).toContain('mcp://tool/get_weather')
  const document = await (await request.get('/openapi.json')).json()
  const isOurs = (resource: string) => /^http/.test(resource) && !/:|\/x\//.test(resource.slice(6))
  for (const url of sold.resources.filter(isOurs)) {
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

  expect(addresses.length).toBeGreaterThan(60)
  const faults: string[] = []
  for (const address of [...addresses, ...elsewhere, ...files]) {
    for (const [method, accept] of [
      ['GET', 'text/html,*/*'],
      ['GET', 'application/json'],
      ['POST', '*/*'],
    ] as const) {
      // A stream of events has no end to wait for; its refusals have.
      if (method === 'GET' && /\/sse$/.test(address)) continue
      const answer = await request.fetch(address, { method, headers: { accept }, maxRedirects: 0 })
      if (!(await isWhole(answer))) faults.push(`${method} ${address} (${accept})`)
    }
  }
  expect(faults).toEqual([])
  for (const path of nowhere)
    expect([path, await read(path, 404)]).toEqual([
      path,
      expect.stringContaining('There is no page at this address</h1>'),
    ])
  // A form can be sent from pages with forms only.
  const formAction = async (path: string) =>
    /form-action [^;]*/.exec((await request.get(path, asBrowser())).headers()['content-security-policy'] ?? '')?.[0]
  expect(await Promise.all(['/dashboard', '/library', '/weather', '/articles'].map(formAction))).toEqual([
    ...["form-action 'self'", "form-action 'self'", "form-action 'none'", "form-action 'none'"],
  ])
})

const MB = 1_000_000

test('languages are kept, and an upload in parts arrives whole', async ({ request, baseURL }) => {
  const textOf = async (path: string, language: string) => (await request.get(path, asBrowser(language))).text()
  expect(await textOf('/articles/turnpikes/full', 'fr-FR')).toMatch(/<html[^>]* lang="en"/)
  expect(await textOf('/articles', 'de-DE')).toMatch(/<html[^>]* lang="de"/)
  expect(await textOf('/no-such-page', 'de')).toContain('gibt es keine Seite')
  const ofOurPage = { origin: baseURL ?? '', 'sec-fetch-site': 'same-origin', 'accept-language': 'de' }
  const relayed = await request.post('/bazaar/relay', { headers: ofOurPage, data: { key: 'nothing' } })
  const unlisted = 'Eine solche Ressource ist nicht eingetragen.'
  expect([relayed.status(), (await relayed.json()).detail]).toEqual([404, unlisted])
  // A form of an earlier release, whose action is gone.
  const action = { 'next-action': '7f00aabbccddeeff00112233445566778899aabbcc', 'accept-language': 'de' }
  const form = { ...action, 'content-type': 'application/x-www-form-urlencoded' }
  const old = await request.post('/library', { headers: form, data: 'a=b' })
  expect([old.status(), await old.text()]).toEqual([404, expect.stringContaining('gibt es keine Seite')])

  const { origin, stop } = await startSellersServer(({ body }) => ({ bytes: body.length }))
  const { handle, secret } = await openShopByProgram({ word: 'uploads' })
  const films = { kind: 'api', title: 'A place for films', method: 'POST', path: '/films', price: priceOf('$0.03') }
  const route = { ...films, upstream: { url: `${origin}/films` }, maxUploadBytes: 20 * MB }
  expect((await askApi(request, secret, 'POST', '/routes', route)).status()).toBe(201)
  // A call has no page of its own: nothing is asked of its server there.
  const list = { ...films, method: 'GET', path: '/list', upstream: { url: `${origin}/list` } }
  expect((await askApi(request, secret, 'POST', '/routes', list)).status()).toBe(201)
  const page = await request.get(`/shop/${handle}/list`, { ...asBrowser(), maxRedirects: 0 })
  expect([page.status(), page.headers().location]).toEqual([307, `/x/${handle}/list`])
  const wallet = await openPayingWallet()
  const url = `${baseURL}/x/${handle}/films`
  const dispatcher = new Agent({ connections: 1 })
  const send = (megabytes: number, headers: Record<string, string>) => {
    const parts = Array.from({ length: megabytes }, () => new Uint8Array(MB))
    return fetch(url, { method: 'POST', headers, body: Readable.from(parts), duplex: 'half', dispatcher })
  }
  // More than the 10 MB of which Next.js keeps a copy where a request passes its proxy, as a browser sends it.
  const answer = await send(12, { ...(await wallet.sign(url, 'POST')), accept: 'text/html,*/*;q=0.8' })
  expect([answer.status, await answer.text()]).toEqual([200, `{"bytes":${12 * MB}}`])
  // What is too large leaves its connection to the next request.
  expect((await send(21, await wallet.sign(url, 'POST'))).status).toBe(413)
  expect((await send(1, {})).status).toBe(402)
  await dispatcher.destroy()
  stop()
})
