import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, type Response, test } from '@playwright/test'
import { expectAccessible, expectGood } from './expect-accessible'
import { consoleErrors, foreignRequests } from './page-network'
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
  await connectButton(page).click()
  await expect(walletList(page)).toBeVisible()
  page.off('response', keep)
  expect(scripts.length).toBeGreaterThan(early.length)
  expect(await zipped()).toBeLessThan(scriptBytes)
  await expectGood(page)

  // A phone's list of the bazaar does not name its keys.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/bazaar', { waitUntil: 'networkidle' })
  await expect(page.locator('html')).not.toHaveAttribute('data-framework-ready')
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('html')).toHaveAttribute('data-framework-ready')

  // The band of a first visit becomes a label, and the header takes one line.
  await expect.poll(() => page.evaluate(() => document.cookie)).toContain('test-money=seen')
  await page.goto('/facilitator')
  await expect(page.getByText('Payments here move test money')).toHaveCount(0)
  const banner = page.getByRole('banner')
  await expect(banner.getByText('Test money')).toBeVisible()
  await expectGood(page)
  await banner.getByRole('img', { name: 'Menu' }).click()
  await banner.getByRole('link', { name: 'Docs' }).click()
  await expect(page).toHaveURL(/\/docs$/)
  await expectGood(page)
  expect([foreign, faults]).toEqual([[], []])
})

test('the home page sells and counts, and contents lead; in German too', async ({ page, browser }) => {
  const preview = /og:image" content="([^"]+)"/.exec(await (await page.request.get('/articles/turnpikes')).text())?.[1]
  const statusOf = async (address = '') => (await page.request.get(address.replaceAll('&amp;', '&'))).status()
  expect([await statusOf(preview), await statusOf(preview?.replace('Paying', 'Selling'))]).toEqual([200, 404])
  expect(await (await page.request.get('/bazaar')).text()).toMatch(/og:url" content="http[^"]+\/bazaar"/)
  await page.goto('/')
  const figure = (label: string) => page.locator('dl > div').filter({ hasText: label }).locator('dd')
  const settledToday = async () => Number((await figure('payments settled today').innerText()).replace(',', ''))
  const before = await settledToday()
  const sale = page.getByRole('region', { name: 'A signature is not a payment' })
  await expect(sale).toContainText('0.05 USDC')
  await expectGood(page)
  await button(page, 'Pay 5 cents of test money').click()
  await expect(bought(page)).toContainText('What the wallet signs')
  await expect(bought(page).getByText('Six fields, and what each one prevents')).toBeHidden()
  await expect(bought(page).getByText('The useful habit')).toBeHidden()
  await expect(bought(page).getByRole('link', { name: 'Read on' })).toBeInViewport()
  await expectAccessible(page)

  await page.goto('/articles')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'A signature is not a payment' })).toBeFocused()
  await page.getByLabel('Theme').selectOption('dark')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('link', { name: 'A signature is not a payment' }).click()
  await expect(page.getByText(/^Yours since /)).toBeVisible()
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'The useful habit' }).click()
  await expect(page.getByRole('heading', { name: 'The useful habit' })).toBeInViewport()

  const german = await browser.newPage({ locale: 'de-DE' })
  const faults = consoleErrors(german)
  expect((await german.goto('/articles/turnpikes/full'))?.status()).toBe(402)
  for (const text of ['Der Rest dieses Artikels', 'Dauerhaft, mit der Wallet, die zahlt', 'Netzgebühr'])
    await expect(german.getByText(text)).toBeVisible()
  await expect(german.getByRole('button', { name: /^Adresse des Empfängers auf Base Sepolia kopieren/ })).toBeVisible()
  await expectGood(german)
  await button(german, '3 Cent Testgeld zahlen').click()
  const content = german.getByRole('region', { name: 'Was du gekauft hast' })
  await expect(content.getByText('Gezahlt', { exact: true })).toBeVisible()
  await content.getByText('0,03 USDC auf Base Sepolia, Beleg').click()
  await expect(content.getByText('Berechnet', { exact: true })).toBeVisible()
  await expectAccessible(german)
  expect(faults).toEqual([])
  await german.close()

  // The figures are read at most once in five seconds.
  await expect(async () => {
    expect((await page.goto('/'))?.status()).toBe(200)
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    expect(await settledToday()).toBeGreaterThan(before)
  }).toPass()
  await expect(figure('from signed request to content, median')).toHaveText(/^[\d.]+ s$/)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a reader sees teasers, no paid word, and reads documents', async ({ page }) => {
    expect(readFileSync('lib/site/demo/articles/texts/turnpikes.md', 'utf8')).toContain(paidSentence)
    const bodies: Promise<string>[] = []
    page.on('response', (response) => void bodies.push(response.text().catch(() => '')))
    await page.goto('/articles')
    await page.getByRole('link', { name: 'Paying the road' }).click()
    await expect(page.getByText('0.03 USDC', { exact: true })).toBeVisible()
    expect(await page.locator('#pay noscript').innerText()).toMatch(/^These buttons need scripts\./)
    const response = await page.goto('/articles/turnpikes/full')
    expect(response?.status()).toBe(402)
    expect(response?.headers()).toHaveProperty('payment-required')
    await expect(page.getByRole('button', { name: /Copy payee’s address on Base Sepolia 0x/ })).toBeVisible()
    for (const body of await Promise.all(bodies)) expect(body).not.toContain(paidSentence)

    await page.goto('/articles/turnpikes')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Deutsch' }).click()
    await expect(page).toHaveURL('/articles/turnpikes')
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await expect(page.getByRole('heading', { name: 'Der Rest dieses Artikels' })).toBeVisible()
    await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click()
    await page.goto('/docs')
    await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Operating' }).click()
    await page.getByText('On this page', { exact: true }).click()
    await page.getByRole('link', { name: 'Back up and restore', exact: true }).click()
    await expect(page).toHaveURL(/\/docs\/operating#back-up-and-restore$/)
    await expect(page.getByRole('heading', { name: 'Back up and restore', exact: true })).toBeInViewport()
  })
})
