import { type APIRequestContext, expect, type Locator, type Page, test } from '@playwright/test'
import { evmDevnetAccount, evmDevnetKey } from '@/development/devnet/wallets'
import { expectAccessible } from './expect-accessible'
import { buy } from './outsiders/buy'
import { startForeignService } from './outsiders/foreign-service'
import { pictureWidth } from './picture-width'

const results = (page: Page) => page.getByRole('region', { name: 'Results' })
const filters = (page: Page) => page.getByRole('navigation', { name: 'Filters' })
const field = (page: Page) => page.getByRole('searchbox', { name: 'What do you need?' })

/** The count that a filter's link announces. */
const countOf = async (link: Locator) =>
  Number(/([\d,]+)$/.exec((await link.innerText()).trim())?.[1]?.replace(',', ''))

const shownCount = async (page: Page) =>
  Number(/^([\d,]+)/.exec(await results(page).getByRole('status').innerText())?.[1]?.replace(',', ''))

async function expectNoSidewaysScroll(page: Page) {
  const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
  expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0)
}

/** What the demo's sample services are listed as, once their probes went through. */
async function findService(request: APIRequestContext, name: string) {
  let found: { resource: string; accepts: { payTo: string }[] } | undefined
  await expect
    .poll(async () => {
      const answer = await request.get('/facilitator/discovery/resources?host=localhost&limit=100')
      const { items } = await answer.json()
      found = items.find(({ serviceName }: { serviceName?: string }) => serviceName === name)
      return found?.resource
    })
    .toBeTruthy()
  if (!found) throw new Error(`${name} is not listed`)
  return found
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('each filter leaves as many as it says, and goes by its chip', async ({ page }) => {
    await page.goto('/bazaar')
    await expect(filters(page).getByText('Narrow by price')).toBeHidden()
    for (const [group, name, chip] of [
      ['Price', /up to \$0\.01 /, 'up to $0.01'],
      ['Health', /Never checked/, 'Never checked'],
      ['Network', /^Solana /, 'on Solana'],
    ] as const) {
      // Until no entry was listed between one page and the next.
      await expect(async () => {
        await page.goto('/bazaar')
        const everything = await shownCount(page)
        const link = filters(page).getByRole('list', { name: group, exact: true }).getByRole('link', { name })
        const count = await countOf(link)
        expect(count).toBeGreaterThan(10)
        await link.click()
        expect(await shownCount(page)).toBe(count)
        await page.getByRole('link', { name: `Remove ${chip}` }).click()
        expect(await shownCount(page)).toBe(everything)
      }).toPass()
    }
  })

  test('filters of a search count what it found', async ({ page }) => {
    await page.goto('/bazaar?query=token+price')
    const link = filters(page).getByRole('link', { name: /up to \$0\.001 / })
    const count = await countOf(link)
    await link.click()
    await expect(page).toHaveURL(/maxUsdPrice=0\.001/)
    // Among cheaper ones the best fit is another, so that a few more may come up to it.
    expect(await shownCount(page)).toBeGreaterThanOrEqual(count)
    await expect(filters(page).getByRole('link', { name: /up to \$0\.001 / })).toHaveAttribute('aria-current', 'true')
    await filters(page)
      .getByRole('link', { name: /up to \$0\.001 / })
      .click()
    await expect(page).toHaveURL(/\/bazaar\?query=token\+price$/)
  })

  test('orders by price as the public list does', async ({ page, request }) => {
    await page.goto('/bazaar')
    await page.getByRole('navigation', { name: 'Order' }).getByRole('link', { name: 'Cheapest' }).click()
    await expect(page).toHaveURL(/sort=price$/)
    // Until no entry was listed between the two.
    await expect(async () => {
      await page.reload()
      const { items } = await (await request.get('/facilitator/discovery/resources?sort=price')).json()
      const shown = await results(page).getByRole('article').allInnerTexts()
      expect(shown).toHaveLength(items.length)
      for (const [index, { resource }] of items.entries())
        expect(shown[index]).toContain(resource.replace(/^https?:\/\//, ''))
    }).toPass()
  })

  test('an address that nothing is sold at is not found', async ({ page }) => {
    const nobody = '0x00000000000000000000000000000000000000aa'
    for (const path of ['host/nowhere.example.org', `payee/eip155%3A8453/${nobody}`, 'payee/base/x']) {
      expect((await page.goto(`/bazaar/${path}`))?.status()).toBe(404)
    }
  })
})

test('answers while typing, by keyboard alone, and Back leaves the search', async ({ page }) => {
  await page.goto('/')
  await page.goto('/bazaar')
  await page.keyboard.press('Tab')
  await field(page).focus()
  await page.keyboard.type('weath')
  await expect(page).toHaveURL(/query=weath$/)
  await page.keyboard.type('er on solana')
  await expect(page).toHaveURL(/query=weather\+on\+solana$/)
  await expect(results(page).getByRole('article').first()).toContainText(/weather/i)
  await expect(page.getByRole('link', { name: 'Remove on Solana' })).toBeVisible()
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('weather on solana')
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Remove on Solana' }).press('Enter')
  await expect(field(page)).toHaveValue('weather')
  await results(page).getByRole('heading').first().getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Ways to pay' })).toBeVisible()
  await page.goBack()
  await expect(field(page)).toHaveValue('weather')
  await expect(results(page).getByRole('article').first()).toContainText(/weather/i)
  await page.goBack()
  await expect(field(page)).toHaveValue('weather on solana')
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
})

test.describe('on a phone without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })

  test('the filters are folded above the entries, and each is wide enough for a thumb', async ({ page }) => {
    await page.goto('/bazaar')
    const link = filters(page).getByRole('link', { name: /^MCP tools/ })
    await expect(link).toBeHidden()
    const first = await results(page).getByRole('article').first().boundingBox()
    expect(first?.y).toBeLessThan(844)
    await filters(page).getByText('Narrow by price').click()
    await expect(link).toBeVisible()
    for (const each of await filters(page).getByRole('link').all()) {
      if (await each.isVisible()) expect((await each.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
    await link.click()
    await expect(page).toHaveURL(/type=mcp$/)
  })
})

test('a slash goes to the field and Enter searches at once', async ({ page }) => {
  await page.goto('/bazaar')
  await field(page).focus()
  await expect(page.locator('html')).toHaveAttribute('data-framework-ready', '')
  await field(page).blur()
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('translate')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/query=translate$/)
  await expect(results(page).getByRole('status')).toContainText('fit')
})

test('Ctrl-K goes to places and searches, by keyboard alone, and loads nothing before', async ({ page }) => {
  await page.goto('/articles/turnpikes')
  await expect(page.locator('html')).not.toHaveAttribute('data-framework-ready')
  await page.keyboard.press('Control+k')
  const places = page.getByRole('dialog', { name: 'Go to' })
  await expect(places.getByRole('searchbox')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(places).toBeHidden()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('facil')
  await page.keyboard.press('ArrowDown')
  await expect(places.getByRole('link', { name: 'Facilitator', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/facilitator$/)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('snow on solana')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/bazaar\?query=snow\+on\+solana$/)
  await expect(places).toBeHidden()
})

test('a search is saved in the browser, found again on the next visit, and removed', async ({ page }) => {
  await page.goto('/bazaar?query=weather&type=mcp')
  await page.getByText('Saved searches').click()
  await page.getByRole('button', { name: 'Save “weather, MCP tools”' }).click()
  await expect(page.getByRole('link', { name: 'weather, MCP tools' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Save “/ })).toHaveCount(0)
  await page.goto('/bazaar')
  await page.getByText('Saved searches').click()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'weather, MCP tools' }).click()
  await expect(field(page)).toHaveValue('weather')
  await page.getByRole('button', { name: 'Remove weather, MCP tools' }).click()
  await expect(page.getByText('None is saved in this browser.')).toBeVisible()
})

test('a service beside the site is checked, sold, and counted for its host and its wallet', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000)
  const { resource, accepts } = await findService(request, 'Daylight')
  const bought = await buy(`${resource}?latitude=10&date=2026-01-01`, { EVM_KEY: evmDevnetKey('buyer') })
  expect(bought).toMatchObject({ status: 200, body: { hours: 11.55 }, settled: { success: true } })

  await page.goto('/bazaar?query=Daylight')
  const card = results(page).getByRole('article').filter({ hasText: 'Hours between sunrise and sunset' })
  await expect(async () => {
    await page.reload()
    await expect(card).toContainText('1 payer in 30 days', { timeout: 1_000 })
  }).toPass()
  await card.getByRole('link', { name: 'Daylight', exact: true }).click()
  const health = page.getByRole('region', { name: 'Health' })
  await expect(async () => {
    await page.reload()
    await expect(health).toContainText(/\d+ of the last \d+ checks answered with a price/, { timeout: 1_000 })
  }).toPass({ timeout: 90_000 })

  await expect(page.getByRole('region', { name: 'Quality' })).toContainText(
    /\d+ calls? in 30 days, 1 independent payer/,
  )

  await page.getByRole('link', { name: 'What else it is paid for' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A wallet on Base Sepolia')
  await expect(page.getByRole('main')).toContainText('no block explorer knows it')
  expect(accepts[0]?.payTo).toBe(evmDevnetAccount('maker').address)
  await expect(page.getByRole('region', { name: 'What is on offer' })).toContainText('Factors')
  await expect(page.getByRole('region', { name: 'Quality' })).toContainText(/Independent payers\s*1/)
  await page.getByRole('link', { name: 'Daylight', exact: true }).first().click()
  await page.getByRole('link', { name: 'Everything at localhost' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('localhost')
  await expect(page.getByRole('region', { name: 'Health' })).toContainText('were answered with a price')
})

test('a service has its icon, name and tags, and keeps none that break the rules', async ({ page, request }) => {
  test.setTimeout(120_000)
  await findService(request, 'Daylight')
  const card = results(page).getByRole('article').filter({ hasText: 'Hours between sunrise and sunset' })
  const picture = card.locator('img')
  await expect(async () => {
    await page.goto('/bazaar?query=Daylight')
    await expect(picture).toHaveAttribute('src', /^\/bazaar\/icon\/[0-9a-f]{64}$/, { timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
  await expect.poll(() => pictureWidth(picture)).toBe(128)
  await card.getByRole('link', { name: 'Daylight', exact: true }).click()
  await expect(page.getByRole('main')).toContainText('astronomy')

  const hostile = await startForeignService({
    facilitatorUrl: `${process.env.E2E_ORIGIN}/facilitator`,
    payTo: { evm: evmDevnetAccount('maker').address, svm: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' },
    about: { serviceName: '<b>Bold</b> & co', tags: ['<i>'], iconUrl: 'http://127.0.0.1/private.png' },
  })
  try {
    const url = `${hostile.origin}/quote?author=Lovelace`
    const probed = await request.post('/facilitator/discovery/probe', { data: { url, method: 'GET' } })
    expect(await probed.json()).toMatchObject({ status: 'success' })
    await page.goto('/bazaar/host/127.0.0.1')
    const own = page.getByRole('article').filter({ has: page.getByRole('link', { name: '<b>Bold</b> & co' }) })
    await expect(own).toBeVisible()
    await expect(own.locator('img')).toHaveCount(0)
    const { items } = await (await request.get(`/facilitator/discovery/resources?host=127.0.0.1&limit=100`)).json()
    const listed = items.find(({ resource }: { resource: string }) => resource === `${hostile.origin}/quote`)
    expect(listed).toMatchObject({ serviceName: '<b>Bold</b> & co', tags: ['<i>'] })
    expect(listed).not.toHaveProperty('iconUrl')
  } finally {
    await hostile.stop()
  }
})

for (const width of [390, 1280]) {
  test(`a host, a wallet and a narrowed list are accessible at ${width} px`, async ({ page, request }) => {
    await page.setViewportSize({ width, height: 900 })
    const { accepts } = await findService(request, 'Factors')
    for (const path of [
      '/bazaar?sort=price&network=solana%3A*',
      '/bazaar?query=zzzz+qqqq',
      '/bazaar/host/lowpaymentfee.com',
      '/bazaar/host/lowpaymentfee.com?offset=9999',
      `/bazaar/payee/eip155%3A84532/${accepts[0]?.payTo}`,
    ]) {
      expect((await page.goto(path))?.status()).toBe(200)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
  })
}
