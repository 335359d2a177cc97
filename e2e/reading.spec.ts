import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible'
import { consoleErrors, foreignRequests } from './foreign-requests'

const scriptBudgetBytes = 100_000
const paidSentence = 'A gate earns only as much as its keeper hands over.'

const places = [
  '/',
  '/articles',
  '/articles/turnpikes',
  '/articles/turnpikes/full',
  '/no-such-page',
  '/articles/nothing',
]

// Colours do not depend on the width, nor does the width on colours.
for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 390],
] as const) {
  test(`pages to read are accessible and fit: ${colorScheme}, ${width} px`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL, colorScheme, viewport: { width, height: 844 } })
    const page = await context.newPage()
    for (const place of places) {
      await page.goto(place)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, place).toBeLessThanOrEqual(0)
    }
    await context.close()
  })
}

test('the list leads to a teaser with the price, and no paid word is in it', async ({ page }) => {
  expect(readFileSync('content/articles/turnpikes.md', 'utf8')).toContain(paidSentence)
  const bodies = collectBodies(page)
  await page.goto('/articles')
  await page.getByRole('link', { name: 'Paying the road' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Paying the road' })).toBeVisible()
  await expect(page.getByText('0.03 USDC', { exact: true })).toBeVisible()
  await expect(page.getByText('For good, with the wallet that pays')).toBeVisible()
  for (const body of await Promise.all(bodies)) expect(body).not.toContain(paidSentence)
})

test('a browser at the paid address sees what it costs, as 402', async ({ page }) => {
  const response = await page.goto('/articles/turnpikes/full')
  expect(response?.status()).toBe(402)
  expect(response?.headers()).toHaveProperty('payment-required')
  await expect(page.getByRole('heading', { level: 1, name: 'Paying the road' })).toBeVisible()
  await expect(page.getByText('0.03 USDC').first()).toBeVisible()
  await expect(page.getByText('Base Sepolia').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /Copy payee’s address on Base Sepolia 0x/ })).toBeVisible()
  expect(await page.content()).not.toContain(paidSentence)
})

test('an article brings little script, all of it ours, and the rest when a control is used', async ({
  page,
  baseURL,
}) => {
  const foreign = foreignRequests(page, baseURL)
  const faults = consoleErrors(page)
  const scripts: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body())
  })
  await page.goto('/articles/turnpikes', { waitUntil: 'networkidle' })
  const early = await Promise.all(scripts)
  expect(early.reduce((sum, script) => sum + gzipSync(script).length, 0)).toBeLessThan(scriptBudgetBytes)
  await expect(page.locator('html')).not.toHaveAttribute('data-framework-ready')

  await page.getByRole('button', { name: /Copy command that pays/ }).click()
  await expect(page.getByRole('button', { name: /Copied|Select it and copy/ })).toBeVisible()
  expect(scripts.length).toBeGreaterThan(early.length)
  expect(foreign).toEqual([])
  expect(faults).toEqual([])
})

test('the chosen theme is there at once on the next page', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('Theme').selectOption('dark')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const answer = await page.request.get('/articles', { headers: { accept: 'text/html' } })
  expect(await answer.text()).toMatch(/<html[^>]* data-theme="dark"/)
})

test('the keyboard reaches the content past the navigation', async ({ page }) => {
  await page.goto('/articles')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'A signature is not a payment' })).toBeFocused()
})

test('without scripts the list, the teaser, the price and the not-found page can be read', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/articles')
  await page.getByRole('link', { name: 'Paying the road' }).click()
  await expect(page.getByText('0.03 USDC', { exact: true })).toBeVisible()
  const nothing = ['/no-such-page', '/articles/no-such', '/x/no-such', '/docs/no-such', '/library/receipts/no-such']
  for (const path of [...nothing, '/bazaar/entry/no-such', '/bazaar/host/no.such', '/bazaar/payee/base/nobody']) {
    expect((await page.goto(path))?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { name: 'There is no page at this address' })).toBeVisible()
    expect(await page.title()).toMatch(/^(No such page|Receipt|no\.such · Bazaar) · Turnpike$/)
  }
  await context.close()
})

test('an address that is no UTF-8 is a bad request, wherever it points', async ({ baseURL }) => {
  for (const path of ['/%ff', '/x/a/%ff', '/articles/%ff', '/articles/%zz/full', '/api/receipts/%c3', '/weather/%80']) {
    const answer = await fetch(`${baseURL}${path}`)
    expect(answer.status, path).toBe(400)
  }
  expect((await fetch(`${baseURL}/x/nobody/caf%C3%A9`)).status).toBe(404)
})

/** The text of every answer that the page gets, from now on. */
function collectBodies(page: Page): Promise<string>[] {
  const bodies: Promise<string>[] = []
  page.on('response', (response) => {
    bodies.push(response.text().catch(() => ''))
  })
  return bodies
}
