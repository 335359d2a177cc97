import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible'
import { bought, button } from './wallets/at-checkout'

const sale = (page: Page) => page.getByRole('region', { name: 'A signature is not a payment' })
const figure = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')

test('the home page sells: its text goes on, its requests are lit with their times, and its figures count the sale', async ({
  page,
}) => {
  await page.goto('/')
  const before = Number((await figure(page, 'payments settled today').innerText()).replace(',', ''))
  await expect(sale(page)).toContainText('0.05 USDC')
  await expect(sale(page)).toContainText('When a stranger delivers the cheque')
  await expect(sale(page)).not.toContainText(/settled · \d+ ms/)
  await button(page, 'Pay 5 cents of test money').click()
  await expect(bought(page)).toContainText('What the wallet signs')
  const exchange = page.getByRole('status', { name: 'The HTTP requests of this sale' })
  await expect(exchange).toContainText(/402 · 0\.05 USDC · \d+ ms/)
  await expect(exchange).toContainText(/200 · settled · \d+ ms/)
  await expect(async () => {
    await page.goto('/')
    expect(Number((await figure(page, 'payments settled today').innerText()).replace(',', ''))).toBeGreaterThan(before)
  }).toPass()
  await expect(figure(page, 'from signed request to content, median')).toHaveText(/^[\d.]+ s$/)
  await expectAccessible(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the band of a first visit becomes a label, and the header takes one line', async ({ page }) => {
    await page.goto('/bazaar')
    const band = page.getByText('Payments here move test money')
    await expect(band).toBeVisible()
    // The scripts come with the first use.
    await page.locator('input').first().focus()
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
})
