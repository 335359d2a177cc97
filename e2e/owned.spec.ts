import { expect, type Page, test } from '@playwright/test'
import { generatePrivateKey } from 'viem/accounts'
import { expectAccessible } from './expect-accessible'
import { openHolder } from './outsiders/pass-holder'
import { openShop } from './sellers/open-shop'
import { askApi, priceOf, sellByProgram } from './sellers/sell-by-program'
import { bought, button, connectButton, connectEvm } from './wallets/at-checkout'
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
  const call = page.getByRole('region', { name: 'Try it' })
  await expect(call.getByText(/^Yours since /)).toBeVisible()
  await expectOwned(page)
  await call.getByRole('link', { name: 'Open it' }).click()
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
  const { routeId } = await sellByProgram(request, secret, { title: 'On tolls', path: '/tolls', body: '## Tolls' })
  const key = generatePrivateKey()
  const wallet = await injectEvmWallet(page, { key })
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

  // Archived, it is still the owner's, also on another device; to all others there is nothing to pay.
  expect((await askApi(request, secret, 'POST', `/routes/${routeId}/archive`)).status()).toBe(200)
  const device = await (await browser.newContext({ baseURL })).newPage()
  const own = await injectEvmWallet(device, { key })
  await device.goto(`/x/${handle}/tolls`)
  await expect(device.getByText('There is nothing to pay here.')).toBeVisible()
  await expectAccessible(device)
  await connectEvm(device, own)
  await button(device, 'Sign in with wallet').click()
  await expect(device.getByRole('heading', { name: 'Tolls', exact: true })).toBeVisible()
  await device.context().close()
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

test('an agent and a reader buy a pass, and open what it covers without paying again', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const seller = await (await browser.newContext({ baseURL })).newPage()
  const { handle, secret } = await openShop(seller, { word: 'passes', scopes: ['routes:write'] })
  await seller.context().close()
  const text = await sellByProgram(request, secret, { title: 'On ferries', path: '/ferries', body: 'Ferries wait.' })
  const sold = { title: 'Everything for a month', path: '/month', method: 'GET', price: priceOf('$0.03') }
  const made = await askApi(request, secret, 'POST', '/routes', { ...sold, kind: 'pass', pass: { days: 30 } })
  expect(made.status(), await made.text()).toBe(201)
  const pass: { url: string } = await made.json()

  const agent = await openHolder(request)
  expect(await agent.fetchPaid(pass.url)).toBe(200)
  // Without a way to pay, by the stock sign-in only.
  expect([await agent.fetchSignedIn(text.url), await agent.fetchSignedIn(pass.url)]).toEqual([200, 200])

  const wallet = await injectEvmWallet(page)
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
  await page.goto(`/x/${handle}`)
  const ferries = page.getByRole('article').filter({ hasText: 'On ferries' })
  await expect(ferries).toContainText('from a budget too · cheaper with a pass from the 4th on')
  await page.goto(`/x/${handle}/ferries`)
  const offer = page.getByRole('region', { name: 'Passes' }).getByRole('link')
  await expect(offer).toContainText('$0.03')
  await expect(offer).toContainText('Cheaper from the 4th purchase on.')
  await offer.click()
  await expect(page.getByRole('heading', { name: 'It opens 1 thing' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'On ferries' })).toBeVisible()
  await connectEvm(page, wallet)
  await button(page, 'Pay 0.03 USDC').click()
  await expect(bought(page)).toContainText('Your pass is valid until')
  await bought(page).getByRole('link', { name: 'On ferries' }).click()
  await expect(page.getByText(/^Open with your pass until /)).toBeVisible()
  await expect(page.getByText('Ferries wait.')).toBeVisible()
  await expectOwned(page)

  await page.goto(`/x/${handle}`)
  await expect(ferries).toContainText('Open until')
  await page.goto('/library')
  await expect(page.getByRole('article').filter({ hasText: 'Everything for a month' })).toContainText(/Until \d/)
  await page.goto(`/x/${handle}/month`)
  await page.getByRole('link', { name: 'Buy more time' }).click()
  await expect(button(page, 'Pay 0.03 USDC').or(connectButton(page)).first()).toBeVisible()
  expect([wallet.signatures(), await wallet.balance()]).toEqual([1, 970_000n])
})
