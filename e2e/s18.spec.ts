import { readdirSync } from 'node:fs'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { hostileTexts } from '@/lib/base/markdown/testing/hostile-texts'
import { expectGood } from './expect-accessible'
import { buy } from './outsiders/paying-wallet'
import { consoleErrors, foreignRequests } from './page-network'
import { askApi, asOwnPage, openShop, openShopByProgram, priceOf, sellByProgram } from './sellers/shops'
import { bought, payWith } from './wallets/at-checkout'
import { injectBuyer } from './wallets/evm-wallet'

// A database keeps no NUL, so none can be sold.
const texts = Object.values(hostileTexts)
  .flat()
  .filter((text) => !text.includes('\0'))
const harmless = 'A *harmless* text.'
const end = 'Here ends the text.'

const wide = `\`\`\`\n${'wide '.repeat(60)}\n\`\`\``

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

/**
 * Lists elements of a seller’s text that should not be in the page: s18-hostile-texts.test.ts holds the tree that it is
 * made of to the same elements and attributes.
 */
const forbiddenIn = (place: Locator): Promise<string[]> =>
  place.evaluate((root) => {
    const elements =
      'p h2 h3 h4 h5 h6 ul ol li blockquote pre code em strong s sup a hr br table thead tbody tr th td div'.split(' ')
    const attributes = 'href rel start tabindex align data-doubtful id'.split(' ')
    return [...root.querySelectorAll('*')].flatMap((element) => {
      const strange = element.getAttributeNames().filter((name) => !attributes.includes(name))
      const isForeign = element.namespaceURI !== 'http://www.w3.org/1999/xhtml' || !elements.includes(element.localName)
      // Marks for fragments and sections have names of ours: a seller's could pass for an element of the page.
      const isMark = element.id === '' || /^(at|part)-/.test(element.id)
      const isLink = element instanceof HTMLAnchorElement
      // To a mark of the text itself, such as a footnote, or away from here.
      const leads =
        !isLink ||
        root.querySelector(`[id="${CSS.escape(element.getAttribute('href')?.slice(1) ?? '')}"]`) !== null ||
        (/^(https?|mailto):$/.test(element.protocol) && element.origin !== window.location.origin)
      return strange.length === 0 && !isForeign && isMark && leads ? [] : [element.outerHTML]
    })
  })

/** How many elements that could act stand outside the text: as many for every text. */
const surroundings = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const acting = ':is(form, input, iframe, object, embed, base, meta, svg, math, dialog, [onclick], [style], [id])'
    return document.querySelectorAll(`body ${acting}:not(.prose *, nextjs-portal *)`).length
  })

/** Sees what a hostile text would do: run, ask, load from elsewhere, lead away, or break the page's policy. */
async function watch(page: Page, origin: string | undefined): Promise<() => Promise<string[]>> {
  const [foreign, errors] = [foreignRequests(page, origin), consoleErrors(page)]
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
  return async () => [...foreign, ...errors, ...dialogs, ...(await page.locator('html[data-ran]').allInnerTexts())]
}

/** Nothing lies over it: a pointer would hit it. None is moved: it would load more of the page. */
const isUncovered = (place: Locator): Promise<boolean> =>
  place.evaluate((element) => {
    element.scrollIntoView({ block: 'center' })
    const { x, y, width, height } = element.getBoundingClientRect()
    const seen = document.elementFromPoint(x + width / 2, y + height / 2)
    return seen !== null && (element.contains(seen) || seen.contains(element))
  })

test('S-18: any text of a seller stays a text', async ({ page, request, baseURL }) => {
  const { handle, secret } = await openShopByProgram({ word: 'texts' })
  const wallet = await injectBuyer(page)
  const faults = await watch(page, baseURL)
  const sell = (path: string, teaser: string, body: string) =>
    sellByProgram(request, secret, { title: 'A text', path, teaser, body })
  await sell('/calm', `${harmless}\n\n${wide}`, harmless)
  // The band of a first visit would be one thing more.
  await page.context().addCookies([{ name: 'test-money', value: 'seen', url: baseURL ?? '' }])
  await page.goto(`/x/${handle}/calm`)
  const expected = await surroundings(page)
  await expectGood(page)
  const teasers = teasersOf(texts)
  let url = ''
  for (const [index, teaser] of teasers.entries()) {
    url = `${baseURL}/x/${handle}/text-${index}`
    // The last one is bought below, and its text is all of them.
    const isLast = index === teasers.length - 1
    await sell(`/text-${index}`, teaser, isLast ? [...texts, end].join('\n\n') : harmless)
    await page.goto(url)
    const place = page.locator('.prose')
    await expect(place.getByText(end)).toBeVisible()
    expect(await forbiddenIn(place)).toEqual([])
    // The last one's headings are told as its outline, under a heading of the page's own.
    expect(await surroundings(page)).toBe(expected + (isLast ? 1 : 0))
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    const total = page.getByRole('region', { name: 'What you pay' }).getByText('Total', { exact: true })
    for (const each of [total, page.getByRole('button', { name: /^(Connect |Pay ).+$/ }).first()])
      expect(await isUncovered(each)).toBe(true)
    expect([page.url(), await faults()]).toEqual([url, []])
  }

  await payWith(page, wallet, 'Pay 0.01 USDC')
  await expect(bought(page).getByText(end)).toBeVisible()
  // The title stays the page's own.
  expect(await forbiddenIn(bought(page).locator('.prose'))).toEqual([])
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  expect([page.url(), await faults()]).toEqual([url, []])
})

const upstreamSecret = 'a secret that only the upstream may see'

// That no verb of a dashboard reads or changes what is another's: tenancy.integration.test.ts.
test('S-18: no other seller finds a dashboard’s pages', async ({ page, browser, request, baseURL }) => {
  const origin = baseURL ?? ''
  const { secret } = await openShop(page, { word: 'mine', scopes: ['routes:write', 'payments:read'] })
  const upstream = { url: 'http://127.0.0.1:8080/api', headers: { 'X-Api-Key': upstreamSecret } }
  const gateway = {
    title: 'A service',
    prefix: '/service',
    upstream,
    networks: priceOf('$0.01').networks,
    operations: [{ method: 'GET', path: '/things', title: 'Things', dollars: '$0.01' }],
  }
  const { gatewayId } = await (await askApi(request, secret, 'POST', '/gateways', gateway)).json()
  const { routeId, url } = await sellByProgram(request, secret, { title: 'A text', path: '/text', body: '{}' })
  await buy(url)
  const { payments } = await (await askApi(request, secret, 'GET', '/payments')).json()
  const ids: Record<string, string> = { routeId, gatewayId, paymentId: payments[0].paymentId }

  const other = await browser.newPage()
  await openShop(other, { word: 'other' })
  const answers = async (of: Page, address: string) => {
    const answer = await of.request.get(address, asOwnPage)
    return { status: answer.status(), text: await answer.text() }
  }
  const ofAll = Object.values(ids)
  for (const address of dashboardAddresses(ids)) {
    const [own, foreign] = [await answers(page, address), await answers(other, address)]
    // Pages whose payment or route has nothing of the kind may not be there for their owner either.
    expect([200, 404], `${address} for its owner`).toContain(own.status)
    expect(own.text, address).not.toContain(upstreamSecret)
    if (ofAll.some((id) => address.includes(id))) {
      expect([foreign.status, foreign.text], address).toEqual([
        404,
        expect.stringContaining('no page at this address</h1>'),
      ])
    } else for (const id of ofAll) expect(foreign.text, address).not.toContain(id)
  }
  for (const address of [`routes/${routeId}`, `payments/${ids.paymentId}`, `gateways/${gatewayId}`])
    expect((await answers(page, `/dashboard/${address}`)).status, address).toBe(200)
  expect((await answers(other, `/dashboard/payments/export?route=${routeId}`)).status).toBe(404)
  const upload = `/api/dashboard/routes/${routeId}/file?name=a.txt`
  const forged = { data: 'forged', headers: { 'content-type': 'text/plain', origin } }
  expect((await other.request.put(upload, forged)).status()).toBe(404)
  const elsewhere = { ...forged, headers: { ...forged.headers, origin: 'https://evil.example' } }
  expect((await page.request.put(upload, elsewhere)).status()).toBe(403)
  // The API looks at keys only: a session gives no access.
  expect((await page.request.get('/api/v1/routes')).status()).toBe(401)
  await other.close()

  // Nor is a bad address found, and none leads away from the site.
  for (const address of ['routes/nothing', "payments/'%20OR%201=1", 'payments?route=x'])
    expect((await answers(page, `/dashboard/${address}`)).status, address).toBe(404)
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
