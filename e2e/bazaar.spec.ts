import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectGood } from './expect-accessible'
import { startForeignService } from './outsiders/foreign-service'
import { buy } from './outsiders/paying-wallet'
import { holdPages } from './page-network'
import { button } from './wallets/at-checkout'

const results = (page: Page) => page.getByRole('region', { name: 'Results' })
const filters = (page: Page) => page.getByRole('navigation', { name: 'Filters' })
const field = (page: Page) => page.getByRole('searchbox', { name: 'What do you need?' })

/** Rows of the board that name an entry. */
const rows = (page: Page) => results(page).locator('[role="row"]:visible:has([data-entry])')

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a searcher finds by words, narrows and turns pages, on a phone too', async ({ page }) => {
    await page.goto('/bazaar')
    await expect(page.getByRole('searchbox')).toHaveCSS('border-top-width', '1px')
    await page.getByRole('searchbox').fill('wether under 1 cent on base')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/\/bazaar\?query=wether\+under\+1\+cent\+on\+base$/)
    await expect(rows(page).first()).toContainText(/weather/i)
    await expect(results(page).getByText('“wether” read as “weather”')).toBeVisible()

    // That a count is what a filter leaves, and an order what it says: browsing.integration.test.ts.
    await page.goto('/bazaar')
    await page.getByRole('link', { name: /listed elsewhere, not checked$/ }).click()
    await expect(page).toHaveURL(/health=unverified%2Cdead$/)
    const first = await rows(page).allInnerTexts()
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(page).toHaveURL(/offset=20/)
    await expect.poll(() => rows(page).allInnerTexts()).not.toContain(first[0])

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
    for (const each of await filters(page).getByRole('link').filter({ visible: true }).all())
      expect((await each.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await tools.click()
    await expect(page).toHaveURL(/\/bazaar\?type=mcp$/)
    await expect(results(page)).toContainText('get_weather')
  })
})

test('a searcher types, moves by keyboard, is told of waits, and goes back', async ({ page }) => {
  await page.goto('/bazaar')
  await page.keyboard.press('Tab')
  await field(page).focus()
  await page.keyboard.type('weath')
  await expect(page).toHaveURL(/query=weath$/)
  await page.keyboard.type('er on solana')
  await expect(page).toHaveURL(/query=weather\+on\+solana$/)
  await expect(rows(page).first()).toContainText(/weather/i)
  await expect(field(page)).toBeFocused()
  await expectGood(page)
  await page.getByRole('link', { name: 'Remove Solana' }).press('Enter')
  await expect(field(page)).toHaveValue('weather')
  await rows(page).getByRole('link').nth(1).press('Enter')
  await expect(page.getByRole('heading', { name: 'Ways to pay' })).toBeVisible()
  await page.goBack()
  await expect(field(page)).toHaveValue('weather')
  await expect(rows(page).first()).toContainText(/weather/i)
  await page.goBack()
  await expect(field(page)).toHaveValue('weather on solana')

  // A slash goes to the field, arrows move through the rows, Enter opens one.
  await page.goto('/bazaar')
  await expect(page.locator('html')).toHaveAttribute('data-framework-ready', '')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(rows(page).getByRole('link').nth(1)).toBeFocused()
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
})

test('a service is checked and listed; another is sold and counted', async ({ page, request }) => {
  const resources = '/facilitator/discovery/resources?host=localhost&limit=100'
  const daylight = async (): Promise<string | undefined> => {
    const { items } = await (await request.get(resources)).json()
    return items.find(({ serviceName }: { serviceName?: string }) => serviceName === 'Daylight')?.resource
  }
  // The demo's sample services are probed once they run.
  await expect.poll(daylight).toBeTruthy()
  const sold = await buy(`${await daylight()}?latitude=10&date=2026-01-01`)
  expect([sold.status, JSON.parse(sold.text)]).toMatchObject([200, { hours: 11.55 }])

  const main = page.getByRole('main')
  const image = '<img src=x onerror="document.title=1">'
  const foreign = await startForeignService({
    serviceName: '<b>Bold</b> & co',
    tags: ['<i>'],
    iconUrl: 'http://127.0.0.1/private.png',
    description: `${image}<script>document.title=1</script> \u202egnp ${'long-'.repeat(30)}`,
  })
  try {
    await page.goto('/bazaar/add')
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
    await expectGood(page)
    await url.fill(`${foreign.origin}/quote`)
    await pressUntil(page.getByRole('button', { name: /^Check/ }), button(page, 'List it'))
    await expect(checks).toContainText('Served by https')
    const quality = page.getByRole('region', { name: 'Quality' })
    await pressUntil(button(page, 'List it'), page.getByText('Quality and health'))
    await page.getByText('Quality and health').click()
    await expect(quality).toContainText('Listed by a probe that it answered')
    // S-18: what it says of itself stays a text, and an icon that breaks the rules is none.
    await expect(main).toContainText('<b>Bold</b> & co')
    await expect(main).toContainText(image)
    await expect(main.locator('img, script, b, u, i')).toHaveCount(0)
    await expect(page).not.toHaveTitle('1')
    await expectGood(page)
  } finally {
    await foreign.stop()
  }

  await page.goto('/bazaar?query=Daylight')
  const card = rows(page).filter({ has: page.getByRole('link', { name: /^Daylight/ }) })
  await page.goto((await card.getByRole('link').first().getAttribute('href')) ?? '')
  // Jobs count the payment, ask for the price and fetch the icon.
  await expect(async () => {
    await page.reload()
    const text = (await main.textContent()) ?? ''
    expect(text).toMatch(/No warnings\s*· paid by 1 wallet\s*· answered .+ ago/)
    expect(text).toMatch(/\d+ calls? in 30 days, 1 independent payer/)
    expect(text).toMatch(/\d+ of the last \d+ answered with a price/)
    expect(await main.locator('header img[src^="/bazaar/icon/"]').count()).toBe(1)
  }).toPass()
  await expect(main.locator('header img')).toHaveJSProperty('naturalWidth', 128)
  await expect(main).toContainText('astronomy')
  await expectGood(page)
  await page.getByText('Ways to pay', { exact: true }).first().click()
  await page.getByRole('link', { name: 'Everything paid to this wallet' }).first().click()
  await expect(page).toHaveURL(/\/bazaar\?.*payTo=/)
  await expect(main).toContainText('Factors')
  await expectGood(page)
  await page.goBack()
  await page.getByRole('link', { name: 'Everything at localhost' }).click()
  await expect(page).toHaveURL(/\/bazaar\?.*host=localhost/)
  await expect(card.locator('img')).toHaveAttribute('src', /^\/bazaar\/icon\/[\w-]+$/)
})

/** A host may be asked again two seconds later, and the site says so until then. */
async function pressUntil(press: Locator, isDone: Locator): Promise<void> {
  await expect(async () => {
    await press.click()
    await expect(press.page().locator('[aria-busy="true"]')).toHaveCount(0)
    expect(await isDone.isVisible()).toBe(true)
  }).toPass()
}
