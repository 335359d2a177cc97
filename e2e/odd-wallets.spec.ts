import { expect, test } from '@playwright/test'
import { bought, button, connectButton, connectEvm, failure } from './wallets/at-checkout'
import { BASE_SEPOLIA, injectEvmWallet } from './wallets/evm-wallet'
import { fund } from './wallets/fund'

const article = '/articles/signed-is-not-paid'

test('a locked wallet is said to give no account, and the page stays', async ({ page }) => {
  const wallet = await injectEvmWallet(page, { isLocked: true })
  await page.goto(article)
  await connectButton(page).click()
  await page.getByRole('button', { name: wallet.name }).click()
  await expect(failure(page, 'The wallet gave no account')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('#pay')).toBeAttached()
})

test('a wallet whose signatures have no 0x and end in 0 or 1 pays', async ({ page, request }) => {
  const raw = (signature: string) => `${signature.slice(2, -2)}0${Number(`0x${signature.slice(-2)}`) - 27}`
  const wallet = await injectEvmWallet(page, { reshape: raw })
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
  await page.goto(article)
  await connectEvm(page, wallet)
  await button(page, 'Pay 0.05 USDC').click()
  await expect(bought(page)).toBeFocused()
  expect(await wallet.balance()).toBe(950_000n)
})
