import { readdirSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { buy } from './outsiders/buy'
import { openShop } from './sellers/open-shop'
import { askApi, priceOf } from './sellers/sell-by-program'

const upstreamSecret = 'a secret that only the upstream may see'
const price = priceOf('$0.01')

/** The headers of a request that our own page makes; without them, the cookie does not count. */
const ownPage = { 'sec-fetch-site': 'same-origin' }
const asOwnPage = { headers: ownPage }

test('every page and address of a dashboard is not found by another seller, and shows its owner no secret', async ({
  page,
  browser,
  request,
}) => {
  const { secret } = await openShop(page, { word: 'mine', scopes: ['routes:write', 'payments:read'] })
  const common = { method: 'GET', price }
  const upstream = { url: 'http://127.0.0.1:8080/api', headers: { 'X-Api-Key': upstreamSecret } }
  const api = { ...common, kind: 'api', title: 'An API', path: '/api', upstream }
  const text = { ...common, kind: 'article', title: 'A text', path: '/text', mimeType: 'text/markdown', body: '{}' }
  const { routeId: apiId } = await (await askApi(request, secret, 'POST', '/routes', api)).json()
  const gateway = {
    ...{ title: 'A service', prefix: '/service', upstream, networks: price.networks },
    operations: [{ method: 'GET', path: '/things', title: 'Things', dollars: '$0.01' }],
  }
  const { gatewayId } = await (await askApi(request, secret, 'POST', '/gateways', gateway)).json()
  const { routeId, url } = await (await askApi(request, secret, 'POST', '/routes', text)).json()
  await buy(request, url)
  const { payments } = await (await askApi(request, secret, 'GET', '/payments')).json()
  const ids: Record<string, string> = { routeId, gatewayId, paymentId: payments[0].paymentId }

  const other = await (await browser.newContext()).newPage()
  await openShop(other, { word: 'other' })
  for (const address of dashboardAddresses(ids)) {
    const own = await page.request.get(address, asOwnPage)
    // Pages whose payment or route has nothing of the kind may not be there for their owner either.
    expect([200, 404], `${address} for its owner`).toContain(own.status())
    expect(await own.text(), address).not.toContain(upstreamSecret)
    const foreign = await other.request.get(address, asOwnPage)
    if (Object.values(ids).some((id) => address.includes(id))) expect(foreign.status(), address).toBe(404)
    for (const id of Object.values(ids)) {
      if (foreign.status() === 200) expect(await foreign.text(), address).not.toContain(id)
    }
  }
  const ownApi = await page.request.get(`/dashboard/routes/${apiId}`, asOwnPage)
  expect(ownApi.status()).toBe(200)
  expect(await ownApi.text()).not.toContain(upstreamSecret)
  expect((await page.request.get(`/dashboard/routes/${routeId}`, asOwnPage)).status()).toBe(200)
  expect((await page.request.get(`/dashboard/payments/${ids.paymentId}`, asOwnPage)).status()).toBe(200)
  for (const query of [`payments?route=${routeId}`, `payments/export?route=${routeId}`]) {
    expect((await other.request.get(`/dashboard/${query}`, asOwnPage)).status(), query).toBe(404)
  }

  const upload = `/api/dashboard/routes/${routeId}/file?name=a.txt`
  const origin = new URL(page.url()).origin
  const forged = { data: 'forged', headers: { 'content-type': 'text/plain', origin } }
  expect((await other.request.put(upload, forged)).status()).toBe(404)
  const elsewhere = { ...forged, headers: { ...forged.headers, origin: 'https://evil.example' } }
  expect((await page.request.put(upload, elsewhere)).status()).toBe(403)
  // The API looks at keys alone: a session gives no access.
  expect((await page.request.get('/api/v1/routes')).status()).toBe(401)
  expect((await page.request.post('/api/v1/routes', { data: text })).status()).toBe(401)
  await other.context().close()

  // What is missing is said in the answer itself, with nothing left to scripts.
  const anybodys = '00000000-0000-4000-8000-000000000000'
  for (const address of [`routes/${anybodys}/integrate`, `payments/${anybodys}`, `gateways/${anybodys}`]) {
    const answer = await page.request.get(`/dashboard/${address}`, asOwnPage)
    expect(answer.status(), address).toBe(404)
    expect(await answer.text(), address).toContain('There is no page at this address</h1>')
  }

  // Nor is a bad address found, and none leads away from the site.
  for (const address of [
    'routes/nothing',
    "payments/'%20OR%201=1",
    'payments?after=1.------------------------------------',
    'payments?route=x',
    'payments/export?route=x',
  ]) {
    expect((await page.request.get(`/dashboard/${address}`, asOwnPage)).status(), address).toBe(404)
  }
  for (const address of ['payments?q=%00', 'routes?q=%00', 'payments?status=toString&status=x', 'earnings?days=-1']) {
    expect((await page.request.get(`/dashboard/${address}`, asOwnPage)).status(), address).toBeLessThan(500)
  }
  for (const name of ['next', 'redirect', 'redirectTo', 'returnTo', 'url', 'callbackUrl']) {
    const answer = await page.request.get(`/dashboard?${name}=https://evil.example`, {
      maxRedirects: 0,
      headers: ownPage,
    })
    expect(new URL(answer.headers().location ?? '/', page.url()).origin).toBe(new URL(page.url()).origin)
  }
})

/** Every page and address under the dashboard, as the folders say; a parameter without an id here fails the test. */
function dashboardAddresses(ids: Record<string, string>): string[] {
  const files = readdirSync('app/(site)/dashboard', { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => /(^|\/)(page\.tsx|route\.ts)$/.test(file))
    .map((file) => `/dashboard/${file.replace(/\/?(page\.tsx|route\.ts)$/, '')}`)
    .map((path) =>
      path.replaceAll(/\[(\w+)\]/g, (_whole, name: string) => {
        if (!ids[name]) throw new Error(`Expected an id for ${name}, which ${path} takes.`)
        return ids[name]
      }),
    )
}
