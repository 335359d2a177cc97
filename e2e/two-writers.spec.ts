import { expect, test } from '@playwright/test'
import { openShop } from './sellers/open-shop'
import { askApi, sellByProgram } from './sellers/sell-by-program'
import { button } from './wallets/at-checkout'

const scopes = ['routes:read', 'routes:write'] as const

test('the second of two to save is told of the first, loses nothing, and may save over it', async ({
  page,
  context,
  browser,
  request,
}) => {
  const { secret } = await openShop(page, { word: 'two', scopes: [...scopes] })
  const { routeId } = await sellByProgram(request, secret, {
    title: 'On tolls',
    path: '/tolls',
    body: 'The first text.',
  })
  const stored = async () => (await askApi(request, secret, 'GET', `/routes/${routeId}`)).json()
  const address = `/dashboard/routes/${routeId}`
  // In another browser: a tab of the same one whose form starts later finds the draft of the first.
  const { cookies } = await context.storageState()
  const other = await (await browser.newContext({ storageState: { cookies, origins: [] } })).newPage()
  for (const each of [page, other]) {
    await each.goto(address)
    await expect(each.locator('html')).toHaveAttribute('data-framework-ready')
  }
  await page.getByLabel('Text, in Markdown').fill('A new text.')
  await button(page, 'Save the changes').click()
  await expect(page.getByText(/^Saved/)).toBeVisible()
  await other.getByLabel('Title').fill('On tolls and gates')
  await button(other, 'Save the changes').click()
  await expect(other.getByText(/Another save came first \(.+ UTC, in the dashboard\)/)).toBeVisible()
  await expect(other.getByLabel('Title')).toHaveValue('On tolls and gates')
  expect(await stored()).toMatchObject({ title: 'On tolls', article: { body: 'A new text.' } })

  await button(other, 'Save mine over it').click()
  await expect(other.getByText(/^Saved/)).toBeVisible()
  expect(await stored()).toMatchObject({ title: 'On tolls and gates', article: { body: 'The first text.' } })
  // What was saved is the version of the next save.
  await other.getByLabel('Title').fill('On gates')
  await button(other, 'Save the changes').click()
  await expect.poll(async () => (await stored()).title).toBe('On gates')
  await other.context().close()
})

test('a draft comes back where the clock of the computer is behind', async ({ page, request }) => {
  await page.clock.install({ time: Date.now() - 600_000 })
  const { secret } = await openShop(page, { word: 'slow', scopes: [...scopes] })
  const { routeId } = await sellByProgram(request, secret, {
    title: 'On tolls',
    path: '/tolls',
    body: 'The first text.',
  })
  await page.goto(`/dashboard/routes/${routeId}`)
  // Filling is two steps, and scripts that arrive between them lose what was selected.
  await expect(page.locator('html')).toHaveAttribute('data-framework-ready')
  await page.getByLabel('Text, in Markdown').fill('Not saved yet.')
  await page.clock.runFor(1_000)
  await page.goto('/dashboard/routes')
  await page.goto(`/dashboard/routes/${routeId}`)
  await page.clock.runFor(1_000)
  await expect(page.getByLabel('Text, in Markdown')).toHaveValue('Not saved yet.')
})
