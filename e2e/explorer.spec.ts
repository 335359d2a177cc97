import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible'
import { holdPages } from './hold-requests'
import { startHostileSeller } from './outsiders/hostile-seller'

const widths = [390, 1280]

const expectNoSidewaysScroll = async (page: Page) =>
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0)

const results = (page: Page) => page.getByRole('region', { name: 'Results' })

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

  test('its search is the public one', async ({ page, request }) => {
    const query = 'image generation for at most 5 cents'
    const answer = await request.get('/facilitator/discovery/search', { params: { query } })
    const { resources } = await answer.json()
    await page.goto(`/bazaar?query=${encodeURIComponent(query)}`)
    const shown = await results(page).getByRole('article').allInnerTexts()
    expect(shown).toHaveLength(resources.length)
    for (const [index, { resource }] of resources.entries())
      expect(shown[index]).toContain(resource.replace(/^https?:\/\//, ''))
  })

  test('turns pages by address, narrows by kind, and says what it cannot read', async ({ page }) => {
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
})

test.describe('side by side, without scripts', () => {
  test.use({ javaScriptEnabled: false })

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
})

test('an entry says what it takes, whom it pays and how to call it', async ({ page }) => {
  await page.goto('/bazaar?query=get_weather&type=mcp')
  await page.getByRole('link', { name: 'get_weather', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('get_weather')
  const options = page.getByRole('table', { name: 'Ways to pay' })
  await expect(options.getByRole('row')).toHaveCount(4)
  await expect(options).toContainText('0.001 USDC on Base Sepolia')
  await expect(page.getByRole('table', { name: 'What it takes' })).toContainText('One of Lisbon, London')
  await expect(page.getByRole('region', { name: 'Quality' })).toContainText('Independent payers')
  await expect(page.getByRole('region', { name: 'Price and payee over time' })).toContainText('First seen')

  expect((await page.goto('/bazaar/entry/bm90aGluZw'))?.status()).toBe(404)
})

test('what a hostile seller writes stays text, and its checks are shown', async ({ page, request }) => {
  const seller = await startHostileSeller()
  try {
    const probe = await request.post('/facilitator/discovery/probe', { data: { url: seller.url, method: 'GET' } })
    expect(await probe.json()).toMatchObject({ status: 'success' })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/bazaar?query=zebrafish')
      await expect(results(page)).toContainText(seller.text)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
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
      await expectAccessible(page)
    }
  } finally {
    await seller.stop()
  }
})

for (const width of widths) {
  test(`the list and an imported entry are accessible at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/bazaar')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.goto('/bazaar?query=weather')
    for (const nth of [0, 1, 2]) await results(page).getByRole('checkbox').nth(nth).check()
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Compare side by side' }).click()
    await expect(page.getByRole('columnheader')).toHaveCount(3)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.goto('/bazaar?query=weather')
    await results(page).getByRole('heading').first().getByRole('link').click()
    await expect(page.getByRole('heading', { name: 'Ways to pay' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
}

test('agents find the search, what is sold here and how to pay', async ({ request, baseURL }) => {
  const guide = await request.get('/llms.txt')
  expect(guide.headers()['content-type']).toContain('text/plain')
  expect(await guide.text()).toContain(`${baseURL}/facilitator/discovery/search?query=`)
  const sold = await (await request.get('/.well-known/x402')).json()
  expect(sold).toMatchObject({ version: 1, facilitator: `${baseURL}/facilitator` })
  expect(sold.resources).toContain('mcp://tool/get_weather')
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
