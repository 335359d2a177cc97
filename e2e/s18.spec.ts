import { readdirSync } from 'node:fs'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { hostileTexts } from '@/lib/base/markdown/testing/hostile-texts'
import { expectGood } from './expect-accessible'
import { consoleErrors, foreignRequests } from './foreign-requests'
import { buy } from './outsiders/buy'
import { startHostileSeller } from './outsiders/hostile-seller'
import { openShop } from './sellers/open-shop'
import { askApi, priceOf, sellByProgram } from './sellers/sell-by-program'
import { bought, button, connectButton } from './wallets/at-checkout'
import { BASE_SEPOLIA } from './wallets/evm-wallet'
import { fund } from './wallets/fund'

// A database keeps no NUL, so none can be sold.
const texts = Object.values(hostileTexts)
  .flat()
  .filter((text) => !text.includes('\0'))
const harmless = 'A *harmless* text.'
const end = 'Here ends the text.'

const wide = `\`\`\`\n${'wide '.repeat(60)}\n\`\`\``

const everything = [...texts, end].join('\n\n')

/** Texts one after another in as few pieces as fit into a teaser. */
function teasersOf(all: readonly string[]): string[] {
  const teasers = ['']
  for (const text of all) {
    const longer = `${teasers.at(-1)}\n\n${text}`
    if (longer.length > 3_600) teasers.push(text)
    else teasers[teasers.length - 1] = longer
  }
  return teasers.map((teaser) => `${teaser}\n\n${end}`)
}

/** Forbidden elements, attributes and addresses within the place of a seller's text. */
const forbiddenIn = (place: Locator): Promise<string[]> =>
  place.evaluate((root) => {
    const elements =
      'p h2 h3 h4 h5 h6 ul ol li blockquote pre code em strong s sup a hr br table thead tbody tr th td div'
    const attributes = ['a href', 'a rel', 'ol start', 'pre tabindex', 'th align', 'td align']
    return [...root.querySelectorAll('*')].flatMap((element) => {
      const name = element.localName
      const isHtml = element.namespaceURI === 'http://www.w3.org/1999/xhtml'
      // Marks for fragments and sections have names of ours: a seller's could pass for an element of the page.
      const isOurMark = (each: string) =>
        (each === 'id' && /^(at|part)-/.test(element.id)) ||
        (each === 'data-doubtful' && element.getAttribute(each) === '' && /^h[2-6]$/.test(name))
      const strange = element
        .getAttributeNames()
        .filter((each) => !attributes.includes(`${name} ${each}`) && !isOurMark(each))
      const leads = !(element instanceof HTMLAnchorElement) || /^(https?|mailto):$/.test(element.protocol)
      // To a mark of the text itself, such as a footnote.
      const isInText = root.querySelector(`[id="${CSS.escape(element.getAttribute('href')?.slice(1) ?? '')}"]`) !== null
      const isInside = !(element instanceof HTMLAnchorElement) || element.origin === window.location.origin
      return [
        ...(isHtml && elements.split(' ').includes(name) ? [] : [`<${name}>`]),
        ...strange.map((each) => `${name} ${each}`),
        ...([null, '0'].includes(element.getAttribute('tabindex')) ? [] : [`${name} before others by keyboard`]),
        ...(leads ? [] : [`a link to ${element.getAttribute('href')}`]),
        ...(name === 'a' && isInside && !isInText ? [`a link to this site: ${element.getAttribute('href')}`] : []),
      ]
    })
  })

/** How often each element stands outside the text, and which of its attributes could act: the same for every text. */
const surroundings = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(() => {
    const counts: Record<string, number> = {}
    for (const element of document.querySelectorAll(
      'body form, input, iframe, object, embed, base, meta, svg, math, dialog, [onclick], [style], [id]',
    )) {
      if (element.closest('nextjs-portal') || element.matches('.prose li[id^="at-"]')) continue
      counts[element.localName] = (counts[element.localName] ?? 0) + 1
    }
    return counts
  })

type Watched = { faults: () => Promise<string[]> }

/** Sees what a hostile text would do: run, ask, load from elsewhere, lead away, or break the page's policy. */
async function watch(page: Page, origin: string | undefined): Promise<Watched> {
  const foreign = foreignRequests(page, origin)
  const errors = consoleErrors(page)
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await page.addInitScript(() => {
    Object.assign(window, { ran: () => document.documentElement.setAttribute('data-ran', '') })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`Forbidden by policy: ${violatedDirective} ${blockedURI}`),
    )
  })
  return {
    faults: async () => {
      const ran = (await page.locator('html[data-ran]').count()) > 0 ? ['a script ran'] : []
      // A 402 is what a paid page answers, and the browser notes it.
      const complaints = errors.filter((error) => !error.includes('402'))
      return [...ran, ...foreign, ...complaints, ...dialogs]
    },
  }
}

/** Nothing lies over the sentence: a pointer hits it. */
async function expectUncovered(place: Locator): Promise<void> {
  await place.scrollIntoViewIfNeeded()
  const isOnTop = await place.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const seen = document.elementFromPoint(x + width / 2, y + height / 2)
    return seen !== null && (element.contains(seen) || seen.contains(element))
  })
  expect(isOnTop).toBe(true)
}

test('S-18: any text of a seller stays a text', async ({ page, request, baseURL }) => {
  expect(texts.length).toBeGreaterThanOrEqual(200)
  const { handle, wallet, secret } = await openShop(page, { word: 'texts', scopes: ['routes:write'] })
  const watched = await watch(page, baseURL)

  const article = { title: 'A text', dollars: '$0.01' }
  await sellByProgram(request, secret, { ...article, path: '/calm', teaser: `${harmless}\n\n${wide}`, body: harmless })
  // A reader, who is not asked to buy her own goods as their seller.
  await page.context().clearCookies()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/x/${handle}/calm`)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.setViewportSize({ width: 1280, height: 900 })
  const expected = await surroundings(page)
  const teasers = teasersOf(texts)
  let url = ''
  for (const [index, teaser] of teasers.entries()) {
    url = `${baseURL}/x/${handle}/text-${index}`
    // The last one is bought below, and its text is all of them.
    const body = index < teasers.length - 1 ? harmless : everything
    await sellByProgram(request, secret, { ...article, path: `/text-${index}`, teaser, body })
    await page.goto(url)
    const place = page.locator('.prose')
    await expect(place.getByText(end)).toBeVisible()
    expect(await forbiddenIn(place)).toEqual([])
    // The last one's headings are told as its outline, under a heading of the page's own.
    const outlines = index < teasers.length - 1 ? 0 : 1
    expect(await surroundings(page)).toEqual({ ...expected, h2: (expected.h2 ?? 0) + outlines })
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expectUncovered(page.getByRole('region', { name: 'What you pay' }).getByText('Total', { exact: true }))
    await expectUncovered(page.getByRole('button', { name: /^(Connect wallet|Pay 0.01 USDC( as \S+)?)$/ }).first())
    expect(page.url()).toBe(url)
    expect(await watched.faults()).toEqual([])
  }

  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
  await page.goto(url)
  const pay = button(page, 'Pay 0.01 USDC')
  await expect(pay.or(connectButton(page))).toBeVisible()
  if (!(await pay.isVisible())) await connectButton(page).click()
  await pay.click()
  await expect(bought(page).getByText(end)).toBeVisible()
  // The title stays the page's own.
  expect(await forbiddenIn(bought(page).locator('.prose'))).toEqual([])
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  expect(page.url()).toBe(url)
  expect(await watched.faults()).toEqual([])
})

test('S-18: what a hostile seller writes into its listing stays a text', async ({ page, request }) => {
  const seller = await startHostileSeller()
  try {
    const probe = await request.post('/facilitator/discovery/probe', { data: { url: seller.url, method: 'GET' } })
    expect(await probe.json()).toMatchObject({ status: 'success' })
    await page.goto('/bazaar?query=zebrafish')
    const results = page.getByRole('region', { name: 'Results' })
    await expect(results).toContainText('<b>Zebra</b>')
    await expectGood(page)
    const entry = results.getByRole('link', { name: /Zebra|zebrafish/ }).first()
    await page.goto((await entry.getAttribute('href')) ?? '')
    const main = page.getByRole('main')
    await expect(main).toContainText(seller.text)
    await expect(main).toContainText('<u>fin</u>')
    await page.getByText('Quality and health').click()
    await expect(page.getByRole('region', { name: 'Quality' })).toContainText('1 of the last 1 answered with a price')
    expect(await main.locator('img, script, b, u, i').count()).toBe(0)
    await expect(page).not.toHaveTitle('1')
    await expectGood(page)
  } finally {
    await seller.stop()
  }
})

const upstreamSecret = 'a secret that only the upstream may see'
const price = priceOf('$0.01')
/** The headers of a request that our own page makes; without them, the cookie does not count. */
const asOwnPage = { headers: { 'sec-fetch-site': 'same-origin' } }

test('S-18: no other seller finds a dashboard’s pages', async ({ page, browser, request, baseURL }) => {
  const origin = baseURL ?? ''
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

  const other = await browser.newPage()
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
  const statusOf = async (of: typeof page, address: string) =>
    (await of.request.get(`/dashboard/${address}`, asOwnPage)).status()
  for (const address of [`routes/${routeId}`, `payments/${ids.paymentId}`, `routes/${apiId}`])
    expect(await statusOf(page, address), address).toBe(200)
  for (const query of [`payments?route=${routeId}`, `payments/export?route=${routeId}`])
    expect(await statusOf(other, query), query).toBe(404)
  const upload = `/api/dashboard/routes/${routeId}/file?name=a.txt`
  const forged = { data: 'forged', headers: { 'content-type': 'text/plain', origin } }
  expect((await other.request.put(upload, forged)).status()).toBe(404)
  const elsewhere = { ...forged, headers: { ...forged.headers, origin: 'https://evil.example' } }
  expect((await page.request.put(upload, elsewhere)).status()).toBe(403)
  // The API looks at keys alone: a session gives no access.
  expect((await page.request.get('/api/v1/routes')).status()).toBe(401)
  await other.close()

  // What is missing is said in the answer itself, with nothing left to scripts.
  const anybodys = '00000000-0000-4000-8000-000000000000'
  for (const address of [`routes/${anybodys}/integrate`, `payments/${anybodys}`, `gateways/${anybodys}`]) {
    const answer = await page.request.get(`/dashboard/${address}`, asOwnPage)
    expect([address, answer.status()]).toEqual([address, 404])
    expect(await answer.text(), address).toContain('There is no page at this address</h1>')
  }
  // Nor is a bad address found, and none leads away from the site.
  for (const address of ['routes/nothing', "payments/'%20OR%201=1", 'payments?route=x', 'payments/export?route=x'])
    expect(await statusOf(page, address), address).toBe(404)
  for (const address of ['payments?q=%00', 'payments?status=toString&status=x', 'earnings?days=-1'])
    expect(await statusOf(page, address), address).toBeLessThan(500)
  for (const name of ['next', 'redirect', 'redirectTo', 'returnTo', 'url', 'callbackUrl']) {
    const answer = await page.request.get(`/dashboard?${name}=https://evil.example`, { maxRedirects: 0, ...asOwnPage })
    expect(new URL(answer.headers().location ?? '/', origin).origin).toBe(origin)
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
