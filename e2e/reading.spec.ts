import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, type Page, type Response, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible'
import { consoleErrors, foreignRequests } from './foreign-requests'
import { bought, button, connectButton, walletList } from './wallets/at-checkout'

const earlyScriptBytes = 65_000
/** Before a wallet is chosen; the framework is 135,000 of them. */
const scriptBytes = 200_000
const paidSentence = 'A gate earns only as much as its keeper hands over.'

test('pages to read bring little script, all of it ours', async ({ page, baseURL }) => {
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

  // The band of a first visit becomes a label, and the header takes one line.
  const band = page.getByText('Payments here move test money')
  await expect.poll(() => page.evaluate(() => document.cookie)).toContain('test-money=seen')
  await page.goto('/library')
  await expect(band).toHaveCount(0)
  const banner = page.getByRole('banner')
  await expect(banner.getByText('Test money')).toBeVisible()
  expect((await banner.boundingBox())?.height).toBeLessThanOrEqual(57)
  await banner.getByRole('img', { name: 'Menu' }).click()
  await banner.getByRole('link', { name: 'Docs' }).click()
  await expect(page).toHaveURL(/\/docs$/)
})

const figure = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')
const settledToday = async (page: Page) =>
  Number((await figure(page, 'payments settled today').innerText()).replace(',', ''))

test('the home page sells and counts, and contents lead; in German too', async ({ page, browser }) => {
  await page.goto('/articles/turnpikes')
  const preview = (await page.locator('meta[property="og:image"]').getAttribute('content')) ?? ''
  expect((await (await page.request.get(preview)).body()).subarray(1, 4).toString()).toBe('PNG')
  expect((await page.request.get(preview.replace('Paying', 'Selling'))).status()).toBe(404)
  await page.goto('/')
  const before = await settledToday(page)
  const sale = page.getByRole('region', { name: 'A signature is not a payment' })
  await expect(sale).toContainText('0.05 USDC')
  await expect(sale).not.toContainText(/settled · \d+ ms/)
  await button(page, 'Pay 5 cents of test money').click()
  await expect(bought(page)).toContainText('What the wallet signs')
  await expect(bought(page)).not.toContainText('The useful habit')
  await expect(bought(page).getByRole('link', { name: 'Read on' })).toBeInViewport()
  const exchange = page.getByRole('status', { name: 'The HTTP requests of this sale' })
  await expect(exchange).toContainText(/402 · 0\.05 USDC · \d+ ms/)
  await expect(exchange).toContainText(/200 · settled · \d+ ms/)
  await expectAccessible(page)
  await expect(async () => {
    await page.goto('/')
    expect(await settledToday(page)).toBeGreaterThan(before)
  }).toPass()
  await expect(figure(page, 'from signed request to content, median')).toHaveText(/^[\d.]+ s$/)

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
  await page.getByRole('link', { name: 'A signature is not a payment' }).click()
  await expect(page.getByText(/^Yours since /)).toBeVisible()
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'The useful habit' }).click()
  await expect(page.getByRole('heading', { name: 'The useful habit' })).toBeInViewport()

  const german = await browser.newPage({ locale: 'de-DE' })
  expect((await german.goto('/articles/turnpikes/full'))?.status()).toBe(402)
  for (const text of ['Der Rest dieses Artikels', 'Dauerhaft, mit der Wallet, die zahlt', 'Netzgebühr'])
    await expect(german.getByText(text)).toBeVisible()
  await expect(german.getByRole('button', { name: /^Adresse des Empfängers auf Base Sepolia kopieren/ })).toBeVisible()
  await button(german, '3 Cent Testgeld zahlen').click()
  const content = german.getByRole('region', { name: 'Was du gekauft hast' })
  await expect(content.getByText('Gezahlt', { exact: true })).toBeVisible()
  await content.getByText('0,03 USDC auf Base Sepolia, Beleg').click()
  await expect(content.getByText('Berechnet', { exact: true })).toBeVisible()
  await expectAccessible(german)
  await german.close()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a reader sees teasers, no paid word, and reads documents', async ({ page }) => {
    expect(readFileSync('lib/site/demo/articles/texts/turnpikes.md', 'utf8')).toContain(paidSentence)
    const bodies: Promise<string>[] = []
    page.on('response', (response) => void bodies.push(response.text().catch(() => '')))
    await page.goto('/articles')
    await page.getByRole('link', { name: 'Paying the road' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Paying the road' })).toBeVisible()
    await expect(page.getByText('0.03 USDC', { exact: true })).toBeVisible()
    expect(await page.locator('#pay noscript').innerText()).toMatch(/^These buttons need scripts\./)
    await expect(page.getByText('Permanently, with the wallet that pays')).toBeVisible()
    const response = await page.goto('/articles/turnpikes/full')
    expect(response?.status()).toBe(402)
    expect(response?.headers()).toHaveProperty('payment-required')
    await expect(page.getByRole('heading', { level: 1, name: 'Paying the road' })).toBeVisible()
    await expect(page.getByText('0.03 USDC', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: /Copy payee’s address on Base Sepolia 0x/ })).toBeVisible()
    for (const body of await Promise.all(bodies)) expect(body).not.toContain(paidSentence)

    await page.goto('/articles/turnpikes')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Deutsch' }).click()
    await expect(page).toHaveURL('/articles/turnpikes')
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await expect(page.getByRole('heading', { name: 'Der Rest dieses Artikels' })).toBeVisible()
    await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')

    await page.goto('/docs')
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
