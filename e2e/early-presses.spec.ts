import { expect, type Page, test } from '@playwright/test'
import { holdScripts } from './hold-requests'
import { bought, button, connectButton, connectEvm } from './wallets/at-checkout'
import { BASE_SEPOLIA, injectEvmWallet } from './wallets/evm-wallet'
import { fund } from './wallets/fund'

const article = '/articles/signed-is-not-paid'
const isReady = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-framework-ready')

test('a press made before the scripts arrive is for the network that was chosen before it', async ({ page }) => {
  await page.goto(article)
  const release = await holdScripts(page)
  await page.getByRole('radio', { name: /Solana Devnet/ }).check()
  await button(page, 'Use the demo wallet').click()
  release()
  await isReady(page)
  await button(page, 'Pay 0.05 USDC').click()
  await expect(bought(page).getByRole('region', { name: 'Receipt' })).toContainText('Solana Devnet')
})

test('a button that is held down while the scripts arrive is pressed', async ({ page, request }) => {
  const wallet = await injectEvmWallet(page)
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
  await page.goto(article)
  await connectEvm(page, wallet)
  await expect(button(page, 'Pay 0.05 USDC')).toBeVisible()

  await page.goto('/weather?city=Tokyo')
  const release = await holdScripts(page)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await connectButton(page).hover()
  await page.mouse.down()
  release()
  await isReady(page)
  await page.mouse.up()
  await expect(page.getByRole('button', { name: /^Pay 0/ })).toBeVisible()
})
