import { expect, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible'
import { consoleErrors } from './foreign-requests'
import { button } from './wallets/at-checkout'

const paidPath = '/articles/turnpikes/full'

for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 390],
] as const) {
  test(`pages to read are German, accessible and fit: ${colorScheme}, ${width} px`, async ({ browser, baseURL }) => {
    const viewport = { width, height: 844 }
    const context = await browser.newContext({ baseURL, colorScheme, viewport, locale: 'de-DE' })
    const page = await context.newPage()
    const faults = consoleErrors(page)
    for (const [path, heading] of [
      ['/', 'Gib einer URL einen Preis. Zahle ihn mit einer Wallet.'],
      ['/articles', 'Artikel'],
      ['/summarize', 'Einen Text zusammenfassen'],
      [paidPath, 'Paying the road'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', 'de')
      await expectAccessible(page)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, path).toBeLessThanOrEqual(0)
    }
    // A 402 is one of them, as a page of any status but 2xx.
    expect(faults.filter((fault) => !fault.includes('402'))).toEqual([])
    await context.close()
  })
}

test.describe('in a German browser', () => {
  test.use({ locale: 'de-DE' })

  test('the 402 page is German, and the demo wallet pays through to the receipt', async ({ page }) => {
    const response = await page.goto(paidPath)
    expect(response?.status()).toBe(402)
    await expect(page.getByText('Zahlung erforderlich')).toBeVisible()
    await expect(page.getByText('Dauerhaft, mit der Wallet, die zahlt')).toBeVisible()
    await expect(page.getByText('Netzgebühr')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Empfangsadresse auf Base Sepolia kopieren 0x/ })).toBeVisible()
    await expectAccessible(page)

    await button(page, 'Demo-Wallet nutzen').click()
    await button(page, '0.03 USDC zahlen').click()
    const bought = page.getByRole('region', { name: 'Was du gekauft hast' })
    await expect(bought.getByText('Gezahlt', { exact: true })).toBeVisible()
    await bought.getByText('0.03 USDC auf Base Sepolia, Beleg').click()
    await expect(bought.getByText('Berechnet', { exact: true })).toBeVisible()
    await expectAccessible(page)
  })

  test('an address without a page says so in German', async ({ page }) => {
    expect((await page.goto('/no-such-page'))?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Unter dieser Adresse gibt es keine Seite' })).toBeVisible()
    await expect(page).toHaveTitle(/^Keine solche Seite/)
  })

  test('what refuses a search or a relayed call says so in German', async ({ page, baseURL }) => {
    await page.goto('/bazaar?query=weather&cursor=nonsense')
    await expect(page.getByText('Der Cursor gehört zu einer anderen Suche; beginne ohne ihn von vorn.')).toBeVisible()
    const headers = { origin: baseURL ?? '', 'sec-fetch-site': 'same-origin', 'accept-language': 'de' }
    const refused = await page.request.post('/bazaar/relay', { headers, data: { key: 'nothing' } })
    expect([refused.status(), (await refused.json()).detail]).toEqual([
      404,
      'Eine solche Ressource ist nicht eingetragen.',
    ])
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
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Put a price on a URL. Pay it with a wallet.')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Deutsch' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await context.close()
  })
})

test('a form of an earlier release, whose action is gone, gets the page of unknown addresses', async ({ request }) => {
  const action = { 'next-action': '7f00aabbccddeeff00112233445566778899aabbcc' }
  const headers = { ...action, 'accept-language': 'de', 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await request.post('/library', { headers, data: 'a=b' })
  expect(answer.status()).toBe(404)
  expect(await answer.text()).toContain('Unter dieser Adresse gibt es keine Seite')
})

test('a browser that asks for English gets English, and one that asks for neither too', async ({
  browser,
  baseURL,
}) => {
  for (const locale of ['en-US', 'fr-FR']) {
    const context = await browser.newContext({ baseURL, locale })
    const page = await context.newPage()
    await page.goto(paidPath)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.getByText('Payment required')).toBeVisible()
    await context.close()
  }
})
