import { request as askByHttp, type OutgoingHttpHeaders } from 'node:http'
import { type APIRequestContext, expect, test } from '@playwright/test'

// What the built server answers beside pages, and no part of it can be seen in a process of tests.

const asBrowser = (language: string) => ({ headers: { accept: 'text/html', 'accept-language': language } })

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

test('an address or a head that cannot be read is refused before any route, by any method', async () => {
  for (const [address, status, code] of [
    ['/facilitator/discovery/search?query=%C3%28', 400, 'address_unreadable'],
    ['/bazaar?q=%ED%A0%80', 400, 'address_unreadable'],
    ['/articles/%00', 400, 'address_unreadable'],
    ['/articles/%zz/full', 400, 'address_unreadable'],
    ['/x/%ff/b', 400, 'address_unreadable'],
    [`/bazaar?q=${'a'.repeat(9_000)}`, 414, 'address_too_long'],
  ] as const) {
    for (const method of ['GET', 'POST', 'DELETE']) {
      expect(await send(address, { method, from: '127.0.0.80', headers: { accept: 'text/html' } })).toEqual({
        status,
        code,
      })
    }
  }
  const long = { 'x-long': 'a'.repeat(9_000) }
  expect(await send('/weather', { from: '127.0.0.80', headers: long })).toEqual({
    status: 431,
    code: 'header_too_long',
  })
})

test('a caller is counted by its connection, not by a header', async () => {
  const invented = (index: number): OutgoingHttpHeaders => ({
    'x-forwarded-for': `203.0.113.${index}`,
    'x-turnpike-caller': `0123456789abcdef0123456789abcdef 203.0.113.${index}`,
  })
  const ask = (from: string, index: number) =>
    send('/facilitator/discovery/validate', { method: 'POST', from, headers: invented(index), body: '{}' })
  // Windows of ten seconds take turns: a hundred at once fill one, or the next.
  const askMany = async (first: number) => {
    const answers = await Promise.all(Array.from({ length: 101 }, (_, index) => ask('127.0.0.77', first + index)))
    return answers.map(({ status }) => status)
  }
  expect([...(await askMany(0)), ...(await askMany(101))]).toContain(429)
  expect((await ask('127.0.0.78', 1)).status).toBe(400)
})

test('each language gets its own words, also in what is refused', async ({ request, baseURL }) => {
  const textOf = async (path: string, language: string) => (await request.get(path, asBrowser(language))).text()
  for (const language of ['en-US', 'fr-FR'])
    expect(await textOf('/articles/turnpikes/full', language)).toMatch(/<html[^>]* lang="en"/)
  expect(await textOf('/articles', 'de-DE')).toMatch(/<html[^>]* lang="de"/)
  const missing = await request.get('/no-such-page', asBrowser('de'))
  expect([missing.status(), await missing.text()]).toEqual([404, expect.stringContaining('gibt es keine Seite')])
  expect(await textOf('/bazaar?query=weather&cursor=nonsense', 'de')).toContain(
    'Der Cursor gehört zu einer anderen Suche',
  )
  const ofOurPage = { origin: baseURL ?? '', 'sec-fetch-site': 'same-origin', 'accept-language': 'de' }
  const relayed = await request.post('/bazaar/relay', { headers: ofOurPage, data: { key: 'nothing' } })
  expect([relayed.status(), (await relayed.json()).detail]).toEqual([
    404,
    'Eine solche Ressource ist nicht eingetragen.',
  ])
  // A form of an earlier release, whose action is gone.
  const action = { 'next-action': '7f00aabbccddeeff00112233445566778899aabbcc', 'accept-language': 'de' }
  const form = { ...action, 'content-type': 'application/x-www-form-urlencoded' }
  const old = await request.post('/library', { headers: form, data: 'a=b' })
  expect([old.status(), await old.text()]).toEqual([404, expect.stringContaining('gibt es keine Seite')])
})

test('the relay serves our own pages only', async ({ request, baseURL }) => {
  const relay = async (data: object, origin = baseURL ?? '') => {
    const answer = await request.post('/bazaar/relay', { data, headers: { origin, 'sec-fetch-site': 'same-origin' } })
    return [answer.status(), (await answer.json()).code]
  }
  expect(await relay({ url: 'http://169.254.169.254/' })).toEqual([400, 'INVALID_PARAMETER'])
  expect(await relay({ key: 'GET http://169.254.169.254/latest' })).toEqual([404, 'ENTRY_NOT_FOUND'])
  expect((await relay({ key: 'x' }, 'https://elsewhere.example'))[0]).toBe(403)
})

test('documents are looked up safely, and a problem names the place where its code is explained', async ({
  request,
  baseURL,
}) => {
  expect((await request.get('/docs/..%2f..%2fpackage.json')).status()).toBe(404)
  const errors = await (await request.get('/docs/errors', asBrowser('en'))).text()
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

test('agents find what is sold here, and each challenge is within what proxies pass on unasked', async ({
  request,
  baseURL,
}) => {
  const guide = await request.get('/llms.txt')
  expect(guide.headers()['content-type']).toContain('text/plain')
  expect(await guide.text()).toContain(`${baseURL}/facilitator/discovery/search?query=`)
  const sold = await (await request.get('/.well-known/x402')).json()
  expect(sold).toMatchObject({ version: 1, facilitator: `${baseURL}/facilitator` })
  expect(sold.resources).toContain('mcp://tool/get_weather')
  const urls: string[] = sold.resources
    .filter((resource: string) => /^http/.test(resource) && !resource.includes('/x/'))
    .map((resource: string) => resource.replace(/:userId/, '1'))
  expect(urls.length).toBeGreaterThan(5)
  for (const url of urls) expect.soft(await challengeOf(request, url), url).toEqual({ status: 402, fits: true })
  const asked = await request.get('/weather?city=Lisbon')
  const header = asked.headers()['payment-required'] ?? ''
  const { x402Version, resource, extensions, error } = JSON.parse(Buffer.from(header, 'base64').toString('utf8'))
  expect(x402Version).toBe(2)
  expect(await asked.json()).toMatchObject({ x402Version: 1, resource, extensions, error })
})

async function challengeOf(request: APIRequestContext, url: string) {
  const got = await request.get(url)
  const response = got.status() === 405 ? await request.post(url) : got
  const characters = response.headers()['payment-required']?.length ?? 0
  return { status: response.status(), fits: characters > 0 && characters < 4096 }
}
