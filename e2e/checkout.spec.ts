import { expect, test } from '@playwright/test'
import { consoleErrors, foreignRequests } from './foreign-requests'
import { bought, button, connectButton, connectEvm, failure } from './wallets/at-checkout'
import { BASE_SEPOLIA, injectEvmWallet } from './wallets/evm-wallet'
import { fund } from './wallets/fund'
import { injectSolanaWallet, SOLANA_DEVNET } from './wallets/solana-wallet'

const article = '/articles/signed-is-not-paid'
const priceAtomic = 50_000n

test('pays for an article with an EVM wallet and reads it in place', async ({ page, request }) => {
  const wallet = await injectEvmWallet(page)
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
  await page.goto(article)
  await connectEvm(page, wallet)
  await button(page, 'Pay 0.05 USDC').click()
  await expect(bought(page)).toBeFocused()
  await expect(bought(page).getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expect(bought(page).getByRole('region', { name: 'Receipt' })).toContainText('0.05 USDC')
  await expect(page).toHaveURL(article)
  expect(await wallet.balance()).toBe(1_000_000n - priceAtomic)
  expect(wallet.signatures()).toBe(1)
})

test('pays on Solana', async ({ page, request }) => {
  const wallet = await injectSolanaWallet(page)
  await fund(request, { network: SOLANA_DEVNET, address: wallet.address, amount: '1000000' })
  await page.goto(article)
  await page.getByRole('radio', { name: /Solana Devnet/ }).check()
  await connectButton(page).click()
  await button(page, `Connect ${wallet.name}`).click()
  await button(page, 'Pay 0.05 USDC').click()
  await expect(bought(page)).toBeFocused()
  expect(await wallet.balance()).toBe(1_000_000n - priceAtomic)
  expect(wallet.signatures()).toBe(1)
})

test('contacts only this server while a person pays, and runs no script against the policy', async ({
  page,
  request,
  baseURL,
}) => {
  const [evm, solana] = [await injectEvmWallet(page), await injectSolanaWallet(page)]
  await fund(request, { network: BASE_SEPOLIA, address: evm.address, amount: '1000000' })
  await fund(request, { network: SOLANA_DEVNET, address: solana.address, amount: '1000000' })
  const [foreign, errors] = [foreignRequests(page, baseURL), consoleErrors(page)]
  await page.goto('/articles/one-request')
  await connectEvm(page, evm)
  await button(page, 'Pay 0.04 USDC').click()
  await expect(bought(page)).toBeFocused()
  await button(page, 'Sign in with wallet').click()
  await expect(page.getByText('You are signed in.')).toBeVisible()
  await page.goto('/articles/mental-cost')
  await connectButton(page).click()
  await button(page, `Connect ${solana.name}`).click()
  await button(page, 'Pay 0.02 USDC').click()
  await expect(bought(page)).toBeFocused()
  expect(foreign).toEqual([])
  // A 402 is how a price is asked for; browsers call every one of them an error.
  expect(errors.filter((text) => !text.includes('status of 402'))).toEqual([])
})

test('asks to change the network, with the price unchanged', async ({ page, request }) => {
  const wallet = await injectEvmWallet(page, { chainId: 8453 })
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
  await page.goto(article)
  await connectEvm(page, wallet)
  await wallet.moveTo(8453)
  await button(page, 'Switch to Base Sepolia').click()
  await button(page, 'Pay 0.05 USDC').click()
  await expect(bought(page)).toBeFocused()
})

test('takes the faucet where the balance is short', async ({ page }) => {
  const wallet = await injectEvmWallet(page)
  await page.goto(article)
  await connectEvm(page, wallet)
  await expect(page.getByText('This wallet is 0.05 USDC short')).toBeVisible()
  await button(page, 'Get test USDC').click()
  await button(page, 'Pay 0.05 USDC').click()
  await expect(bought(page)).toBeFocused()
})

test('says that nothing happened when the holder declines, and pays once after all', async ({ page, request }) => {
  const wallet = await injectEvmWallet(page)
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
  await page.goto(article)
  await connectEvm(page, wallet)
  wallet.declineNext()
  await button(page, 'Pay 0.05 USDC').click()
  await expect(failure(page, 'You declined in your wallet')).toBeVisible()
  expect(await wallet.balance()).toBe(1_000_000n)
  await button(page, 'Pay 0.05 USDC').click()
  await expect(bought(page)).toBeFocused()
  expect(await wallet.balance()).toBe(1_000_000n - priceAtomic)
})

test('sends the same payment again when no answer came, and pays once', async ({ page, request }) => {
  const wallet = await injectEvmWallet(page)
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
  let isLost = true
  await page.route('**/full', async (route) => {
    if (!isLost || !route.request().headers()['payment-signature']) return route.continue()
    await route.fetch({ maxRedirects: 0 }).catch(() => null)
    await route.abort('connectionreset')
  })
  await page.goto(article)
  await connectEvm(page, wallet)
  await button(page, 'Pay 0.05 USDC').click()
  await expect(failure(page, 'The outcome is not known yet')).toBeVisible()
  isLost = false
  await button(page, 'Ask for the outcome').click()
  // The lost answer had been delivered as far as the site could see, so the wallet that paid signs in.
  await expect(failure(page, 'You have paid for this already')).toBeVisible()
  await button(page, 'Already bought? Sign in with your wallet').click()
  await button(page, 'Sign in with wallet').click()
  await expect(bought(page)).toBeFocused()
  expect(await wallet.balance()).toBe(1_000_000n - priceAtomic)
})

test('pays at a paid address itself and shows JSON there', async ({ page, request }) => {
  const wallet = await injectEvmWallet(page)
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
  const answer = await page.goto('/weather?city=Lisbon')
  expect(answer?.status()).toBe(402)
  await connectEvm(page, wallet)
  await page.getByRole('button', { name: /^Pay 0/ }).click()
  await expect(bought(page)).toContainText('"city": "Lisbon"')
  await expect(page).toHaveURL('/weather?city=Lisbon')
})

test('buys a summary for less than the ceiling, without gas', async ({ page, request }) => {
  const wallet = await injectEvmWallet(page)
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
  await page.goto('/summarize')
  await page.getByLabel('Your text').fill('A toll road is a road that you pay for by using it. '.repeat(25))
  await expect(page.getByText('You sign for at most 0.10 USDC.')).toBeVisible()
  await connectEvm(page, wallet)
  await button(page, 'Pay up to 0.10 USDC').click()
  await expect(bought(page)).toContainText('5 of 25 sentences kept, from 1,300 characters.')
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('0.02 USDC')
  expect(await wallet.balance()).toBe(1_000_000n - 20_000n)
  expect(wallet.signatures()).toBe(2)
})

test('keeps the text of a summary whose outcome is open, over a reload', async ({ page, request }) => {
  const wallet = await injectEvmWallet(page)
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
  const text = 'A toll road is a road that you pay for by using it. '.repeat(25)
  let isLost = true
  await page.route('**/api/summarize', (route) =>
    isLost && route.request().headers()['payment-signature'] ? route.abort('connectionreset') : route.continue(),
  )
  await page.goto('/summarize')
  await page.getByLabel('Your text').fill(text)
  await connectEvm(page, wallet)
  await button(page, 'Pay up to 0.10 USDC').click()
  await expect(failure(page, 'The outcome is not known yet')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Your text')).toHaveValue(text)
  isLost = false
  await button(page, 'Ask for the outcome').click()
  await expect(bought(page)).toContainText('5 of 25 sentences kept, from 1,300 characters.')
  expect([wallet.signatures(), await wallet.balance()]).toEqual([2, 1_000_000n - 20_000n])
})

test('passes on what the seller refuses, and charges nothing', async ({ page, request }) => {
  const wallet = await injectEvmWallet(page)
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
  await page.goto('/weather?city=Atlantis')
  await connectEvm(page, wallet)
  await page.getByRole('button', { name: /^Pay 0/ }).click()
  await expect(failure(page, 'The shop cannot answer this request')).toContainText('You were not charged.')
  expect(await wallet.balance()).toBe(1_000_000n)
})
