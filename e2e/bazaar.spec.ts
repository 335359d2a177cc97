import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { evmDevnetAccount, svmDevnetSigner } from '@/development/devnet/wallets'
import { expectAccessible } from './expect-accessible'
import { holdPages } from './hold-requests'
import { buy } from './outsiders/buy'
import { startForeignService } from './outsiders/foreign-service'
import { pictureWidth } from './picture-width'
import { button } from './wallets/at-checkout'

const results = (page: Page) => page.getByRole('region', { name: 'Results' })
const filters = (page: Page) => page.getByRole('navigation', { name: 'Filters' })
const field = (page: Page) => page.getByRole('searchbox', { name: 'What do you need?' })

/** Rows of the board that name an entry. */
const rows = (page: Page) =>
  results(page)
    .getByRole('row')
    .filter({ has: page.locator('[data-entry]') })

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a searcher finds by words, narrows and turns pages, on a phone too', async ({ page }) => {
    await page.goto('/bazaar')
    await expect(results(page)).toContainText('services')
    await page.getByRole('searchbox').fill('wether under 1 cent on base')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/\/bazaar\?query=wether\+under\+1\+cent\+on\+base$/)
    await expect(rows(page).first()).toContainText(/weather/i)
    await expect(results(page).getByText('“wether” read as “weather”')).toBeVisible()
    await page.getByRole('link', { name: 'Remove on Base or Base Sepolia' }).click()
    await expect(page.getByRole('searchbox')).toHaveValue('wether under $0.01')
    await expect(page.getByRole('link', { name: /^Remove on/ })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Remove under $0.01' })).toBeVisible()

    // That a count is what a filter leaves, and an order what it says: browsing.integration.test.ts.
    await page.goto('/bazaar')
    await filters(page).getByText('Price', { exact: true }).click()
    const ofPrice = filters(page).getByRole('list', { name: 'Price', exact: true })
    await ofPrice.getByRole('link', { name: /up to \$0\.01 / }).click()
    await expect(page.getByRole('link', { name: 'Remove up to $0.01' })).toBeVisible()
    await page.getByRole('navigation', { name: 'Order' }).getByRole('link', { name: 'Cheapest' }).click()
    await expect(page).toHaveURL(/sort=price$/)
    await expect(rows(page).first()).toBeVisible()
    await page.goto('/bazaar')
    await page.getByRole('link', { name: /listed elsewhere, not checked$/ }).click()
    await expect(page).toHaveURL(/health=unverified%2Cdead$/)
    const first = await rows(page).allInnerTexts()
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(page).toHaveURL(/offset=20/)
    await expect.poll(() => rows(page).allInnerTexts()).not.toContain(first[0])

    await page.goto('/bazaar?query=weather&cursor=nonsense')
    await expect(page.getByText('This address cannot be read as a search')).toBeVisible()
    await page.goto('/bazaar?query=weather&payTo=nobody')
    await expect(page.getByText('Nothing listed fits')).toBeVisible()
    await page.getByRole('link', { name: 'Search for “weather” without filters' }).click()
    await expect(page).toHaveURL(/\/bazaar\?query=weather$/)

    // A row of a phone has two lines, the filters open above the rows, each wide enough for a thumb.
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/bazaar')
    const tools = filters(page).getByRole('link', { name: /^MCP tools/ })
    await expect(tools).toBeHidden()
    const box = await rows(page).first().boundingBox()
    expect(box?.y).toBeLessThan(600)
    expect(box?.height).toBeLessThan(80)
    await filters(page).getByText('Kind', { exact: true }).click()
    await expect(tools).toBeVisible()
    for (const each of await filters(page).getByRole('link').all()) {
      if (await each.isVisible()) expect((await each.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
    await tools.click()
    await expect(page).toHaveURL(/\/bazaar\?type=mcp$/)
    await expect(results(page)).toContainText('get_weather')
  })
})

test('a searcher types, moves by keyboard, is told of waits, and goes back', async ({ page }) => {
  await page.goto('/')
  await page.goto('/bazaar')
  await page.keyboard.press('Tab')
  await field(page).focus()
  await page.keyboard.type('weath')
  await expect(page).toHaveURL(/query=weath$/)
  await page.keyboard.type('er on solana')
  await expect(page).toHaveURL(/query=weather\+on\+solana$/)
  await expect(rows(page).first()).toContainText(/weather/i)
  await expect(page.getByRole('link', { name: 'Remove on Solana' })).toBeVisible()
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('weather on solana')
  await page.getByRole('link', { name: 'Remove on Solana' }).press('Enter')
  await expect(field(page)).toHaveValue('weather')
  await rows(page).nth(1).getByRole('link').press('Enter')
  await expect(page.getByText('Ways to pay', { exact: true }).first()).toBeVisible()
  await page.goBack()
  await expect(field(page)).toHaveValue('weather')
  await expect(rows(page).first()).toContainText(/weather/i)
  await page.goBack()
  await expect(field(page)).toHaveValue('weather on solana')
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)

  // A slash goes to the field, arrows move through the rows, Enter opens one.
  await page.goto('/bazaar')
  await expect(page.locator('html')).toHaveAttribute('data-framework-ready', '')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(rows(page).nth(1).getByRole('link')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Ways to pay', { exact: true }).first()).toBeVisible()
  await page.goBack()
  await expect(rows(page).nth(1)).toBeVisible()
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  const line = page.getByRole('progressbar', { name: 'The page is loading' })
  const release = await holdPages(page)
  await page.keyboard.type('weather')
  await page.keyboard.press('Enter')
  await expect(line).toBeVisible()
  release()
  await expect(page).toHaveURL(/query=weather$/)
  await expect(results(page).getByRole('status')).toContainText('result')
  await expect(line).toHaveCount(0)
  const releaseAgain = await holdPages(page)
  await filters(page).getByText('Kind', { exact: true }).click()
  await page.getByRole('link', { name: 'MCP tools' }).click()
  await expect(line).toBeVisible()
  releaseAgain()
  await expect(page).toHaveURL(/type=mcp/)
  await expect(line).toHaveCount(0)
})

test('a service is checked and listed; another is sold and counted', async ({ page, request, baseURL }) => {
  const daylight = await findService(request, 'Daylight')
  const sold = await buy(request, `${daylight}?latitude=10&date=2026-01-01`)
  expect([sold.status, JSON.parse(sold.text)]).toMatchObject([200, { hours: 11.55 }])

  const payTo = { evm: evmDevnetAccount('seller').address, svm: (await svmDevnetSigner('seller')).address }
  const about = { serviceName: '<b>Bold</b> & co', tags: ['<i>'], iconUrl: 'http://127.0.0.1/private.png' }
  const foreign = await startForeignService({ facilitatorUrl: `${baseURL}/facilitator`, payTo, about })
  try {
    await page.goto('/bazaar')
    await page.getByRole('link', { name: 'Add a service' }).click()
    const url = page.getByLabel('Address of the service')
    await url.fill('http://169.254.169.254/latest')
    await button(page, 'Check it').click()
    await expect(url).toHaveAttribute('aria-invalid', 'true')
    await expect(url).toHaveValue('http://169.254.169.254/latest')
    await url.fill(`${foreign.origin}/nothing-here`)
    await url.press('Enter')
    await expect(page.getByText('It cannot be listed yet: one thing is missing.')).toBeVisible()
    const checks = page.getByRole('list', { name: 'Checks' })
    await expect(checks.getByRole('listitem').first()).toContainText('It answered 404 to a request without payment')
    await expect(button(page, 'List it')).toHaveCount(0)
    await expectAccessible(page)
    await url.fill(`${foreign.origin}/quote`)
    // The host may be asked again two seconds later.
    await expect(async () => {
      await page.getByRole('button', { name: /^Check/ }).click()
      await expect(button(page, 'List it')).toBeVisible({ timeout: 10_000 })
    }).toPass()
    await expect(checks).toContainText('Served by https')
    await expect(async () => {
      await button(page, 'List it').click()
      await expect(page).toHaveURL(/\/bazaar\/entry\//, { timeout: 10_000 })
    }).toPass()
    await expect(page.getByRole('main')).toContainText(`${foreign.origin}/quote`)
    await page.getByText('Quality and health').click()
    await expect(page.getByRole('region', { name: 'Quality' })).toContainText('Listed by a probe that it answered')
    // What it says of itself keeps no markup, and no icon that breaks the rules.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('<b>Bold</b> & co')
    await expect(page.getByRole('main').locator('img')).toHaveCount(0)
  } finally {
    await foreign.stop()
  }

  await page.goto('/bazaar?query=Daylight')
  const card = rows(page).filter({ has: page.getByRole('link', { name: /^Daylight/ }) })
  await expect(async () => {
    await page.reload()
    await expect(card).toContainText('1 payer', { timeout: 1_000 })
  }).toPass()
  await expect(card.locator('img')).toHaveAttribute('src', /^\/bazaar\/icon\/[\w-]+$/)
  await page.goto((await card.getByRole('link').first().getAttribute('href')) ?? '')
  const picture = page.getByRole('main').locator('header img')
  await expect(async () => {
    await page.reload()
    await page.getByText('Quality and health').click()
    await expect(page.getByRole('region', { name: 'Quality' })).toContainText(
      /\d+ of the last \d+ answered with a price/,
      {
        timeout: 1_000,
      },
    )
    await expect(picture).toHaveAttribute('src', /^\/bazaar\/icon\/[\w-]+$/, { timeout: 1_000 })
  }).toPass()
  await expect.poll(() => pictureWidth(picture)).toBe(128)
  await expect(page.getByRole('main')).toContainText(/No warnings\s*· paid by 1 wallet\s*· answered .+ ago/)
  await expect(page.getByRole('main')).toContainText('astronomy')
  await expect(page.getByRole('region', { name: 'Quality' })).toContainText(
    /\d+ calls? in 30 days, 1 independent payer/,
  )
  await page.getByText('Ways to pay', { exact: true }).first().click()
  await page.getByRole('link', { name: 'Everything paid to this wallet' }).first().click()
  await expect(page).toHaveURL(/\/bazaar\?.*payTo=/)
  await expect(page.getByRole('main')).toContainText('Factors')
  await page.goBack()
  await page.getByRole('link', { name: 'Everything at localhost' }).click()
  await expect(page).toHaveURL(/\/bazaar\?.*host=localhost/)
  await expect(page.getByRole('main')).toContainText('Daylight')
})

/** Waits until the demo's sample service was probed. Its address. */
async function findService(request: APIRequestContext, name: string): Promise<string> {
  let found: { resource: string } | undefined
  await expect
    .poll(async () => {
      const answer = await request.get('/facilitator/discovery/resources?host=localhost&limit=100')
      const { items } = await answer.json()
      found = items.find(({ serviceName }: { serviceName?: string }) => serviceName === name)
      return found?.resource
    })
    .toBeTruthy()
  return found?.resource ?? ''
}
