import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, type Page, type Response, test } from '@playwright/test'
import { consoleErrors, foreignRequests } from './foreign-requests'
import { connectButton, walletList } from './wallets/at-checkout'

const earlyScriptBytes = 65_000
/** Before a wallet is chosen; the framework is 135,000 of them. */
const scriptBytes = 200_000
const paidSentence = 'A gate earns only as much as its keeper hands over.'

test('pages to read bring little script, all of it ours, and the rest when a control is used', async ({
  page,
  baseURL,
}) => {
  const foreign = foreignRequests(page, baseURL)
  const faults = consoleErrors(page)
  const scripts: Promise<Buffer>[] = []
  const keep = (response: Response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body())
  }
  page.on('response', keep)
  await page.goto('/articles/turnpikes', { waitUntil: 'networkidle' })
  const early = await Promise.all(scripts)
  const zipped = async () => (await Promise.all(scripts)).reduce((sum, script) => sum + gzipSync(script).length, 0)
  expect(await zipped()).toBeLessThan(earlyScriptBytes)
  await expect(page.locator('html')).not.toHaveAttribute('data-framework-ready')

  await page.getByText('For programs', { exact: true }).click()
  await page.getByRole('button', { name: /Copy command that pays/ }).click()
  await expect(page.getByRole('button', { name: /Copied|Select it and copy/ })).toBeVisible()
  await connectButton(page).click()
  await expect(walletList(page)).toBeVisible()
  page.off('response', keep)
  expect(scripts.length).toBeGreaterThan(early.length)
  expect(await zipped()).toBeLessThan(scriptBytes)

  // A phone's list of the bazaar does not name its keys.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/bazaar', { waitUntil: 'networkidle' })
  await expect(page.locator('html')).not.toHaveAttribute('data-framework-ready')
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('html')).toHaveAttribute('data-framework-ready')
  expect(foreign).toEqual([])
  expect(faults).toEqual([])
})

test('the keyboard reaches the content past the navigation, and the chosen theme is there at once on the next page', async ({
  page,
}) => {
  await page.goto('/articles')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'A signature is not a payment' })).toBeFocused()

  await page.getByLabel('Theme').selectOption('dark')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const answer = await page.request.get('/articles', { headers: { accept: 'text/html' } })
  expect(await answer.text()).toMatch(/<html[^>]* data-theme="dark"/)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the list leads to a teaser and its price, the paid address says what it costs, and no paid word is in either', async ({
    page,
  }) => {
    expect(readFileSync('lib/site/demo/articles/texts/turnpikes.md', 'utf8')).toContain(paidSentence)
    const bodies = collectBodies(page)
    await page.goto('/articles')
    await page.getByRole('link', { name: 'Paying the road' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Paying the road' })).toBeVisible()
    await expect(page.getByText('0.03 USDC', { exact: true })).toBeVisible()
    await expect(page.getByText('Permanently, with the wallet that pays')).toBeVisible()

    const response = await page.goto('/articles/turnpikes/full')
    expect(response?.status()).toBe(402)
    expect(response?.headers()).toHaveProperty('payment-required')
    await expect(page.getByRole('heading', { level: 1, name: 'Paying the road' })).toBeVisible()
    await expect(page.getByText('0.03 USDC').first()).toBeVisible()
    await expect(page.getByRole('button', { name: /Copy payee’s address on Base Sepolia 0x/ })).toBeVisible()
    for (const body of await Promise.all(bodies)) expect(body).not.toContain(paidSentence)
  })

  test('documents are read', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Documentation' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Documentation' })).toBeVisible()
    await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Operating' }).click()
    await page.getByText('On this page', { exact: true }).click()
    await page.getByRole('link', { name: 'Back up and restore', exact: true }).click()
    await expect(page).toHaveURL(/\/docs\/operating#back-up-and-restore$/)
    await expect(page.getByRole('heading', { name: 'Back up and restore', exact: true })).toBeInViewport()
    await page.getByRole('navigation', { name: 'Next and previous' }).getByRole('link').last().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Configuration' })).toBeVisible()
  })
})

/** The text of every answer that the page gets, from now on. */
function collectBodies(page: Page): Promise<string>[] {
  const bodies: Promise<string>[] = []
  page.on('response', (response) => {
    bodies.push(response.text().catch(() => ''))
  })
  return bodies
}
