import { type Browser, expect, type Page, test } from '@playwright/test'
import type { Hex } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { expectAccessible } from './expect-accessible'
import { signIn } from './sellers/open-shop'
import { bought, button, connectEvm, connectSolana, signAs } from './wallets/at-checkout'
import { BASE_SEPOLIA, injectEvmWallet } from './wallets/evm-wallet'
import { fund } from './wallets/fund'

import { injectSolanaWallet, SOLANA_DEVNET } from './wallets/solana-wallet'

/** Another browser, signed in with the wallet of that key. */
async function signedInBrowser(browser: Browser, baseURL: string | undefined, key: Hex): Promise<Page> {
  const page = await (await browser.newContext({ baseURL })).newPage()
  await signIn(page, key)
  await page.goto('/library')
  await expect(page.getByRole('heading', { name: 'Wallets and sign-ins' })).toBeVisible()
  return page
}

const signedOut = (page: Page) => expect(page.getByText('Sign in with the wallet that paid')).toBeVisible()

test('one browser lists the others, ends one of them, and then all', async ({ browser, baseURL }) => {
  const key = generatePrivateKey()
  const [first, second, third] = [
    await signedInBrowser(browser, baseURL, key),
    await signedInBrowser(browser, baseURL, key),
    await signedInBrowser(browser, baseURL, key),
  ]
  await first.reload()
  await expect(first.getByText(/^Chrome on /)).toHaveCount(3)
  await expect(first.getByText('This browser, last seen')).toHaveCount(1)

  await button(first, 'Sign out there').first().click()
  await expect(first.getByText(/^Chrome on /)).toHaveCount(2)
  const states = await Promise.all(
    [second, third].map(async (page) => (await page.request.get('/api/session', { headers: own(baseURL) })).status()),
  )
  expect(states.sort()).toEqual([200, 401])

  await button(first, 'Sign out everywhere else').click()
  await expect(first.getByText(/^Chrome on /)).toHaveCount(1)
  await expect(button(first, 'Sign out everywhere else')).toBeHidden()
  for (const page of [second, third]) {
    await page.reload()
    await signedOut(page)
  }
  await button(first, 'Sign out').click()
  await signedOut(first)
  for (const page of [first, second, third]) await page.context().close()
})

const own = (baseURL: string | undefined) => ({ origin: baseURL ?? '' })

test('two wallets share one library, with search, and receipts to print and to take along', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const key = generatePrivateKey()
  const [solana, evm] = [await injectSolanaWallet(page), await injectEvmWallet(page, { key })]
  await fund(request, { network: SOLANA_DEVNET, address: solana.address, amount: '1000000' })
  await fund(request, { network: BASE_SEPOLIA, address: evm.address, amount: '1000000' })
  await page.goto('/articles/one-request')
  await connectEvm(page, evm)
  await button(page, 'Pay 0.04 USDC').click()
  await expect(bought(page)).toBeFocused()
  await page.goto('/library')
  await signAs(page, 'Sign in with wallet')
  await expect(page.getByRole('heading', { name: 'Wallets and sign-ins' })).toBeVisible()

  await page.goto('/articles/mental-cost')
  await connectSolana(page, solana)
  await button(page, 'Pay 0.02 USDC').click()
  await expect(bought(page)).toBeFocused()

  await page.goto('/library')
  await page.getByText('Add another wallet').click()
  await connectSolana(page, solana)
  await signAs(page, 'Add this wallet')
  await expect(page.getByText('Now sign with a wallet that is in your library already')).toBeVisible()
  await expectAccessible(page)
  await signAs(page, 'Add it to your library')
  // The page is read again then.
  await expect(page.getByText('Now sign with a wallet that is in your library already')).toBeHidden()
  const purchases = page.getByRole('list', { name: 'Purchases' })
  await expect(purchases.getByRole('listitem')).toHaveCount(2)
  await expect(purchases).toContainText('What should one request cost?')
  await expect(purchases).toContainText('The cent that was too expensive')
  await expectAccessible(page)
  await page.getByLabel('Search your purchases').fill('cent expensive')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?q=cent\+expensive$/)
  await expect(purchases.getByRole('listitem')).toHaveCount(1)
  await page.goto('/library?q=nothing+of+the+kind')
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.goto('/library?q=%07&before=-271821-04-20')
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible()

  await page.goto('/library?q=request+cost')
  await page.getByRole('link', { name: /^Receipt/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible()
  const address = await page.getByRole('link', { name: 'As JSON' }).getAttribute('href')
  const fromOurPage = { headers: { 'sec-fetch-site': 'same-origin' } }
  const receipt = await (await page.request.get(address ?? '', fromOurPage)).json()
  expect(receipt).toMatchObject({ amount: '40000', network: BASE_SEPOLIA, payer: evm.address.toLowerCase() })
  await expectAccessible(page)

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByText(receipt.transaction, { exact: true })).toBeVisible()
  await expect(page.getByText(receipt.payTo, { exact: true })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Site' })).toBeHidden()
  await expect(button(page, 'Print')).toBeHidden()
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  expect(await paper()).toBe('rgb(255, 255, 255)')

  const stranger = await signedInBrowser(browser, baseURL, generatePrivateKey())
  expect((await stranger.request.get(address ?? '', fromOurPage)).status()).toBe(404)
  // A cookie alone proves nothing.
  expect((await page.request.get(address ?? '')).status()).toBe(404)
  expect((await stranger.goto(page.url()))?.status()).toBe(404)
  await stranger.context().close()
})
