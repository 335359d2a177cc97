import { expect, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible'
import { button } from './wallets/at-checkout'

const paidPath = '/articles/turnpikes/full'

test.describe('in a German browser', () => {
  test.use({ locale: 'de-DE' })

  test('the 402 page is German, and the demo wallet pays through to the receipt', async ({ page }) => {
    const response = await page.goto(paidPath)
    expect(response?.status()).toBe(402)
    await expect(page.getByText('Zahlung erforderlich')).toBeVisible()
    await expect(page.getByText('Dauerhaft, mit der Wallet, die zahlt')).toBeVisible()
    await expect(page.getByText('Netzgebühr')).toBeVisible()
    await expect(
      page.getByRole('button', { name: /^Adresse des Empfängers auf Base Sepolia kopieren 0x/ }),
    ).toBeVisible()

    await button(page, '3 Cent Testgeld zahlen').click()
    const bought = page.getByRole('region', { name: 'Was du gekauft hast' })
    await expect(bought.getByText('Gezahlt', { exact: true })).toBeVisible()
    await bought.getByText('0,03 USDC auf Base Sepolia, Beleg').click()
    await expect(bought.getByText('Berechnet', { exact: true })).toBeVisible()
    await expectAccessible(page)
  })

  test('the switch at the foot works without scripts, and sticks', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL, locale: 'de-DE', javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto('/articles/turnpikes')
    await expect(page.getByRole('heading', { name: 'Der Rest dieses Artikels' })).toBeVisible()
    await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click()
    await expect(page).toHaveURL('/articles/turnpikes')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.getByRole('heading', { name: 'The rest of this article' })).toBeVisible()

    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Put a price on anything with an address.')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Deutsch' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await context.close()
  })
})
