import { expect, type Page, test } from '@playwright/test'
import { openShop } from './sellers/open-shop'
import { sellByProgram } from './sellers/sell-by-program'
import { bought, button, connectEvm } from './wallets/at-checkout'
import { BASE_SEPOLIA, injectEvmWallet } from './wallets/evm-wallet'
import { fund } from './wallets/fund'

const title = 'A signature is not a payment'

/** Nothing on the page asks to pay for it, or for a wallet. */
async function expectOwned(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^(Pay|Connect|Continue|Ask for its price)/ })).toHaveCount(0)
}

test('an owner is asked to pay nowhere: article, paid address, board, try-it and home', async ({ page, request }) => {
  const wallet = await injectEvmWallet(page)
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
  await page.goto('/articles/signed-is-not-paid')
  await connectEvm(page, wallet)
  await button(page, 'Pay 0.05 USDC').click()
  await expect(bought(page)).toBeFocused()

  await page.goto('/articles/signed-is-not-paid')
  await expect(page.getByText(/^Yours since /)).toBeVisible()
  await expectOwned(page)

  expect((await page.goto('/articles/signed-is-not-paid/full'))?.status()).toBe(200)
  await expectOwned(page)

  await page.goto('/')
  const sale = page.getByRole('region', { name: title })
  await expect(sale).toContainText('The rest of this article is yours.')
  await expectOwned(page)

  await page.goto(`/bazaar?query=${encodeURIComponent(title)}`)
  const row = page.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText('Bought')
  await expect(row).not.toContainText('0.05')
  await row.getByRole('link').click()
  const pane = page.getByRole('complementary', { name: title })
  await expect(pane.getByText(/^Yours since /)).toBeVisible()
  await expectOwned(page)
  await pane.getByRole('link', { name: 'Open it' }).click()
  await expect(page).toHaveURL(/\/articles\/signed-is-not-paid\/full$/)
  expect([wallet.signatures(), await wallet.balance()]).toEqual([1, 950_000n])
})

test('an owner of a text of a shop is asked to pay neither in the shop nor at its address', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const seller = await (await browser.newContext({ baseURL })).newPage()
  const { handle, secret } = await openShop(seller, { word: 'owned', scopes: ['routes:write'] })
  await seller.context().close()
  await sellByProgram(request, secret, { title: 'On tolls', path: '/tolls', body: '## Tolls' })
  const wallet = await injectEvmWallet(page)
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
  await page.goto(`/x/${handle}/tolls`)
  await connectEvm(page, wallet)
  await button(page, 'Pay 0.01 USDC').click()
  await expect(bought(page)).toBeFocused()

  await page.goto(`/x/${handle}`)
  await expect(page.getByRole('article').filter({ hasText: 'On tolls' })).toContainText('Bought')
  await page.getByRole('link', { name: 'On tolls' }).click()
  await expect(page.getByText(/^Yours since /)).toBeVisible()
  await expectOwned(page)
  expect([wallet.signatures(), await wallet.balance()]).toEqual([1, 990_000n])
})

test('a metered text is bought by sections, which stay open while the rest is on sale', async ({ page, request }) => {
  const wallet = await injectEvmWallet(page)
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
  await page.goto('/articles/meter-and-ceiling')
  await page.getByLabel('Sections').selectOption('The first 2')
  const receipt = page.getByRole('region', { name: 'What you pay' })
  await expect(receipt).toContainText('Charged0.02 USDC')
  await connectEvm(page, wallet)
  await button(page, 'Pay up to 0.05 USDC').click()
  await expect(bought(page)).toBeFocused()
  await expect(bought(page).getByRole('heading', { level: 2 })).toHaveCount(2)
  expect(await wallet.balance()).toBe(980_000n)
  await button(page, 'Buy more sections').click()
  await expect(page.getByLabel('Sections')).toBeVisible()

  await page.reload()
  await expect(page.getByText(/^Yours since /)).toBeVisible()
  await expect(page.getByRole('region', { name: 'The rest of this article' }).first()).toContainText('0.02 USDC')
  await expect(receipt).toContainText('Charged0.05 USDC')
})
