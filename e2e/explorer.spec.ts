import { expect, type Locator, type Page, test } from '@playwright/test'
import { holdPages } from './hold-requests'

const results = (page: Page) => page.getByRole('region', { name: 'Results' })
const filters = (page: Page) => page.getByRole('navigation', { name: 'Filters' })
const field = (page: Page) => page.getByRole('searchbox', { name: 'What do you need?' })

/** Rows of the board that name an entry. */
const rows = (page: Page) =>
  results(page)
    .getByRole('row')
    .filter({ has: page.locator('[data-entry]') })

/** The count that a filter's link announces. */
const countOf = async (link: Locator) =>
  Number(/([\d,]+)$/.exec((await link.innerText()).trim())?.[1]?.replace(',', ''))

const shownCount = async (page: Page) =>
  Number(/^([\d,]+)/.exec(await results(page).getByRole('status').innerText())?.[1]?.replace(',', ''))

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('finds by words, a slip of the pen and a price, and gives up a limit by its chip', async ({ page }) => {
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
  })

  test('narrows by a filter to as many as it says, orders and turns pages by address, and says what it cannot read', async ({
    page,
    request,
  }) => {
    // Until no entry was listed between one page and the next.
    await expect(async () => {
      await page.goto('/bazaar')
      const everything = await shownCount(page)
      await filters(page).getByText('Price', { exact: true }).click()
      const ofPrice = filters(page).getByRole('list', { name: 'Price', exact: true })
      const link = ofPrice.getByRole('link', { name: /up to \$0\.01 / })
      const count = await countOf(link)
      expect(count).toBeGreaterThan(10)
      await link.click()
      expect(await shownCount(page)).toBe(count)
      await page.getByRole('link', { name: 'Remove up to $0.01' }).click()
      expect(await shownCount(page)).toBe(everything)
    }).toPass()

    await page.getByRole('navigation', { name: 'Order' }).getByRole('link', { name: 'Cheapest' }).click()
    await expect(page).toHaveURL(/sort=price$/)
    await expect(async () => {
      await page.reload()
      const cheapest = await request.get('/facilitator/discovery/resources', { params: { sort: 'price' } })
      const { items } = await cheapest.json()
      const shown = await results(page)
        .locator('[data-entry]')
        .evaluateAll((links) => links.map((link) => link.dataset.entry))
      const keys = items.map(({ metadata }: { metadata: { turnpike: { key: string } } }) => metadata.turnpike.key)
      expect([...shown].sort()).toEqual(keys.map((key: string) => Buffer.from(key).toString('base64url')).sort())
    }).toPass()

    await page.goto('/bazaar')
    await page.getByRole('link', { name: /listed elsewhere, not checked$/ }).click()
    await expect(page).toHaveURL(/health=unverified%2Cdead$/)
    const first = await rows(page).allInnerTexts()
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(page).toHaveURL(/offset=20/)
    await expect.poll(() => rows(page).allInnerTexts()).not.toContain(first[0])

    await page.goto('/bazaar')
    await filters(page).getByText('Kind', { exact: true }).click()
    await page.getByRole('link', { name: 'MCP tools' }).click()
    await expect(page).toHaveURL(/\/bazaar\?type=mcp$/)
    await expect(results(page)).toContainText('get_weather')

    await page.goto('/bazaar?query=weather&cursor=nonsense')
    await expect(page.getByText('This address cannot be read as a search')).toBeVisible()
    await page.goto('/bazaar?payTo=nobody')
    await expect(page.getByText('Nothing listed fits')).toBeVisible()
    await page.goto('/bazaar?query=weather&payTo=nobody')
    await page.getByRole('link', { name: 'Search for “weather” without filters' }).click()
    await expect(page).toHaveURL(/\/bazaar\?query=weather$/)
    await page.goto('/bazaar?query=weather+xylophonists')
    await expect(results(page)).toContainText('None of these has “xylophonists”')
  })

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 } })

    test('a row has two lines, the filters open above the rows, and each is wide enough for a thumb', async ({
      page,
    }) => {
      await page.goto('/bazaar')
      const link = filters(page).getByRole('link', { name: /^MCP tools/ })
      await expect(link).toBeHidden()
      const first = await rows(page).first().boundingBox()
      expect(first?.y).toBeLessThan(600)
      expect(first?.height).toBeLessThan(80)
      await filters(page).getByText('Kind', { exact: true }).click()
      await expect(link).toBeVisible()
      for (const each of await filters(page).getByRole('link').all()) {
        if (await each.isVisible()) expect((await each.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      }
      await link.click()
      await expect(page).toHaveURL(/type=mcp$/)
    })
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
})

test('without a pointer: a slash goes to the field, arrows move through the rows, Enter opens one', async ({
  page,
}) => {
  await page.goto('/bazaar')
  await expect(page.locator('html')).toHaveAttribute('data-framework-ready', '')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const second = rows(page).nth(1).getByRole('link')
  await expect(second).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Ways to pay', { exact: true }).first()).toBeVisible()
  await page.goBack()
  await expect(rows(page).nth(1)).toBeVisible()
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('translate')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/query=translate$/)
  await expect(results(page).getByRole('status')).toContainText('result')
})

test('a page that takes its time is announced, whether a link or the search asked for it', async ({ page }) => {
  await page.goto('/bazaar')
  await page.getByRole('searchbox').focus()
  await expect(page.locator('html')).toHaveAttribute('data-framework-ready')
  const line = page.getByRole('progressbar', { name: 'The page is loading' })
  const release = await holdPages(page)
  await page.getByRole('searchbox').pressSequentially('weather')
  await expect(line).toBeVisible()
  release()
  await expect(page).toHaveURL(/query=weather$/)
  await expect(line).toHaveCount(0)

  const releaseAgain = await holdPages(page)
  await filters(page).getByText('Kind', { exact: true }).click()
  await page.getByRole('link', { name: 'MCP tools' }).click()
  await expect(line).toBeVisible()
  releaseAgain()
  await expect(page).toHaveURL(/type=mcp/)
  await expect(line).toHaveCount(0)
})
