import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { evmDevnetAccount, evmDevnetKey } from '@/development/devnet/wallets'
import { expectAccessible } from './expect-accessible'
import { consoleErrors } from './foreign-requests'
import { buy } from './outsiders/buy'
import { openShop, signIn } from './sellers/open-shop'
import { sellByProgram } from './sellers/sell-by-program'

// Every page as it stands when it is opened, in both themes and at both widths. What follows a press is looked at where
// it is pressed.

type Look = { hasLargeTargets?: boolean }

const phone = { width: 390, height: 900 }
const desk = { width: 1280, height: 900 }

/** Colours do not depend on the width, nor does anything else than colours on the theme. */
async function expectGood(page: Page, path: string, { hasLargeTargets = false }: Look = {}): Promise<void> {
  await page.setViewportSize(phone)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const answer = await page.goto(path)
  expect(answer?.status(), path).toBeLessThan(500)
  await test.step(path, async () => {
    await expectAccessible(page)
    await expectToFit(page, hasLargeTargets)
    await page.setViewportSize(desk)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await expectAccessible(page, 'color-contrast')
    await expectToFit(page, hasLargeTargets)
  })
}

async function expectToFit(page: Page, hasLargeTargets: boolean): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  if (hasLargeTargets) expect(await smallTargets(page)).toEqual([])
}

/** Controls that a thumb would miss, with their heights; a box counts with its label, a whole row with its row. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll('a, button, input:not([type=hidden]), select, textarea, summary')].flatMap((control) => {
      const { height } = (
        control.closest(control.matches('.whole-row') ? 'tr, li' : 'label') ?? control
      ).getBoundingClientRect()
      return height === 0 || height >= 44 ? [] : [`${control.outerHTML.slice(0, 200)}: ${height}`]
    }),
  )

test('pages to read', async ({ page }) => {
  for (const path of [
    '/',
    '/articles/turnpikes',
    '/articles/turnpikes/full',
    '/no-such-page',
    '/docs',
    '/docs/operating',
    '/facilitator',
  ])
    await expectGood(page, path)
})

test('pages to buy at', async ({ page }) => {
  for (const path of ['/weather?city=Tokyo', '/api/random', '/library']) await expectGood(page, path)
})

test('pages in German', async ({ browser, baseURL }) => {
  const page = await (await browser.newContext({ baseURL, locale: 'de-DE' })).newPage()
  const faults = consoleErrors(page)
  for (const path of ['/', '/articles/turnpikes/full']) {
    await expectGood(page, path)
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  }
  // A 402 is one of them, as a page of any status but 2xx.
  expect(faults.filter((fault) => !fault.includes('402'))).toEqual([])
  await page.context().close()
})

test('pages of the bazaar', async ({ page, request }) => {
  const keys = await listedKeys(request)
  const entry = (key: string) => Buffer.from(key).toString('base64url')
  for (const path of [
    '/bazaar',
    '/bazaar?query=weather',
    '/bazaar/add',
    `/bazaar?payTo=${evmDevnetAccount('seller').address}&network=eip155%3A84532`,
    `/bazaar?try=${entry(keys[1] ?? '')}`,
    `/bazaar/entry/${entry(keys[0] ?? '')}`,
  ])
    await expectGood(page, path)
})

test('pages of a dashboard', async ({ page, request }) => {
  await expectGood(page, '/dashboard', { hasLargeTargets: true })
  const { handle, secret } = await openShop(page, { word: 'axe', scopes: ['routes:write'] })
  const { routeId, url } = await sellByProgram(page.request, secret, {
    title: 'On tolls',
    path: '/tolls',
    body: 'A *toll*.',
  })
  await buy(request, url)
  const kinds = ['article', 'metered_api']
  for (const path of [
    '',
    '/routes',
    ...kinds.map((kind) => `/routes/new?kind=${kind}`),
    `/routes/${routeId}`,
    `/routes/${routeId}/integrate`,
    '/payments',
    '/earnings',
    '/payees',
    '/webhooks',
    '/notifications',
    '/keys',
    '/profile',
    '/shop',
    '/gateways/new',
  ])
    await expectGood(page, `/dashboard${path}`, { hasLargeTargets: true })
  await expectGood(page, `/x/${handle}`)
})

test('pages of an operator', async ({ page }) => {
  await signIn(page, evmDevnetKey('seller'))
  for (const path of ['', '/shops']) await expectGood(page, `/dashboard/operator${path}`)
})

/** Keys of three entries that the public list shows. */
async function listedKeys(request: APIRequestContext): Promise<string[]> {
  const { resources } = await (await request.get('/facilitator/discovery/search?query=weather')).json()
  return resources
    .slice(0, 3)
    .map(({ method = 'GET', resource }: { method?: string; resource: string }) => `${method} ${resource}`)
}
