import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible'
import { holdPages } from './hold-requests'
import { startHostileSeller } from './outsiders/hostile-seller'

const results = (page: Page) => page.getByRole('region', { name: 'Results' })
const filters = (page: Page) => page.getByRole('navigation', { name: 'Filters' })
const field = (page: Page) => page.getByRole('searchbox', { name: 'What do you need?' })

/** The count that a filter's link announces. */
const countOf = async (link: Locator) =>
  Number(/([\d,]+)$/.exec((await link.innerText()).trim())?.[1]?.replace(',', ''))

const shownCount = async (page: Page) =>
  Number(/^([\d,]+)/.exec(await results(page).getByRole('status').innerText())?.[1]?.replace(',', ''))

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('finds by words, a slip of the pen and a price, and gives up a limit by its chip', async ({ page }) => {
    await page.goto('/bazaar')
    await expect(results(page)).toContainText('listed')
    await page.getByRole('searchbox').fill('wether under 1 cent on base')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/\/bazaar\?query=wether\+under\+1\+cent\+on\+base$/)
    await expect(results(page).getByRole('article').first()).toContainText(/weather/i)
    const why = results(page).getByText('“wether” read as “weather”').first()
    await expect(why).toBeVisible()
    await expect(results(page).locator('mark').first()).toHaveText(/weather/i)

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
      const { items } = await (await request.get('/facilitator/discovery/resources?sort=price')).json()
      const shown = await results(page).getByRole('article').allInnerTexts()
      expect(shown).toHaveLength(items.length)
      for (const [index, { resource }] of items.entries())
        expect(shown[index]).toContain(resource.replace(/^https?:\/\//, ''))
    }).toPass()

    await page.goto('/bazaar')
    const first = await results(page).getByRole('article').allInnerTexts()
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(page).toHaveURL(/offset=20/)
    await expect.poll(() => results(page).getByRole('article').allInnerTexts()).not.toContain(first[0])

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
    await expect(results(page).getByRole('article').first()).toContainText('not found: “xylophonists”')
  })

  test('ticked entries are compared, left out and added, and what no entry is called is said', async ({ page }) => {
    await page.goto('/bazaar?query=weather')
    const boxes = results(page).getByRole('checkbox', { name: /^Compare / })
    const [one, two] = await results(page).getByRole('article').getByRole('heading').allInnerTexts()
    await boxes.nth(0).check()
    await boxes.nth(1).check()
    await page.getByRole('button', { name: 'Compare side by side' }).click()
    const table = page.getByRole('table', { name: 'Entries side by side' })
    const heads = table.getByRole('columnheader')
    await expect(heads).toHaveCount(2)
    await expect(heads.nth(0)).toContainText(one ?? '')
    await expect(heads.nth(1)).toContainText(two ?? '')
    await expect(table.getByRole('row', { name: /^Price / })).toContainText('USDC')
    await expect(table.getByRole('row', { name: /^What it takes / })).toBeVisible()
    await expect(table.getByRole('row', { name: /^Last check / })).toHaveCount(0)
    await expect(page.getByText(/^Nothing to show yet, for any of them: .*Last check/)).toBeVisible()

    await heads
      .nth(0)
      .getByRole('link', { name: /^Leave out/ })
      .click()
    await expect(heads).toHaveCount(1)
    await expect(heads).toContainText(two ?? '')
    await page.getByRole('region', { name: 'Compare with' }).getByRole('link').first().click()
    await expect(heads).toHaveCount(2)

    const [entry] = new URL(page.url()).searchParams.getAll('entry')
    for (const [asked, columns, said] of [
      ['', 0, 'Nothing to compare yet'],
      ['?entry=bm90aGluZw&entry=%25', 0, 'Not all of them are listed'],
      [`?entry=${entry}&entry=bm90aGluZw`, 1, 'Not all of them are listed'],
      [`?entry=${entry}&entry=${entry}`, 1, 'Compare with'],
      [`?entry=${entry}&entry=YQ&entry=Yg&entry=Yw`, 1, 'Only the first 3 of them are shown'],
    ] as const) {
      expect((await page.goto(`/bazaar/compare${asked}`))?.status()).toBe(200)
      await expect(page.getByText(said).first()).toBeVisible()
      await expect(heads).toHaveCount(columns)
    }
  })

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 } })

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

test('a slash goes to the field', async ({ page }) => {
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

const expectNoSidewaysScroll = async (page: Page) =>
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0)

test('what a hostile seller writes stays text, and its checks are shown', async ({ page, request }) => {
  const seller = await startHostileSeller()
  try {
    const probe = await request.post('/facilitator/discovery/probe', { data: { url: seller.url, method: 'GET' } })
    expect(await probe.json()).toMatchObject({ status: 'success' })
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/bazaar?query=zebrafish')
      await expect(results(page)).toContainText(seller.text)
      await expectNoSidewaysScroll(page)
      await results(page)
        .getByRole('link', { name: /Zebra|zebrafish/ })
        .first()
        .click()
      await expect(page.getByRole('main')).toContainText(seller.text)
      await expect(page.getByRole('main')).toContainText('<u>fin</u>')
      await expect(page.getByRole('region', { name: 'Health' })).toContainText(
        'The only check so far answered with a price',
      )
      await page.getByRole('link', { name: 'Compare with others' }).click()
      await expect(page.getByRole('columnheader')).toContainText(/Zebra|zebrafish/)
      await page.goBack()
      expect(await page.getByRole('main').locator('img, script, b, u, i').count()).toBe(0)
      await expect(page).not.toHaveTitle('1')
      await expectNoSidewaysScroll(page)
    }
    await expectAccessible(page)
  } finally {
    await seller.stop()
  }
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
  await page.getByRole('link', { name: 'MCP tools' }).click()
  await expect(line).toBeVisible()
  releaseAgain()
  await expect(page).toHaveURL(/type=mcp/)
  await expect(line).toHaveCount(0)
})
