import { expect, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible'
import { bought, button, connectButton, connectEvm } from './wallets/at-checkout'
import { BASE_SEPOLIA, injectEvmWallet } from './wallets/evm-wallet'
import { fund } from './wallets/fund'
import { injectSolanaWallet, SOLANA_DEVNET } from './wallets/solana-wallet'

const article = '/articles/no-store'

test('buys with the keyboard alone', async ({ page, request }) => {
  const wallet = await injectSolanaWallet(page)
  await fund(request, { network: SOLANA_DEVNET, address: wallet.address, amount: '1000000' })
  await page.goto(article)
  await page.getByRole('radio', { name: /Base Sepolia/ }).focus()
  await expect(page.locator('html')).toHaveAttribute('data-framework-ready')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /Solana Devnet/ })).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(connectButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await button(page, `Connect ${wallet.name}`).focus()
  await page.keyboard.press('Enter')
  await button(page, 'Pay 0.05 USDC').focus()
  await page.keyboard.press('Enter')
  await expect(bought(page)).toBeFocused()
  expect(await wallet.balance()).toBe(950_000n)
})

test('nothing of a checkout is out of reach, before, between and after', async ({ page, request }) => {
  const wallet = await injectEvmWallet(page)
  await page.goto(article)
  await expectAccessible(page)
  await connectEvm(page, wallet)
  await expect(page.getByText(/^This wallet is .* short$/)).toBeVisible()
  await expectAccessible(page)
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
  await page.goto('/weather?city=Tokyo')
  await expectAccessible(page)
  await connectButton(page).click()
  await page.getByRole('button', { name: /^Pay 0/ }).click()
  await expect(bought(page)).toBeFocused()
  await expectAccessible(page)
})

test('a connected wallet is two presses from the content', async ({ page, request }) => {
  const wallet = await injectEvmWallet(page)
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
  await page.goto(article)
  await connectEvm(page, wallet)
  await expect(button(page, 'Pay 0.05 USDC')).toBeVisible()
  await page.reload()
  await connectButton(page).click()
  await button(page, 'Pay 0.05 USDC').click()
  await expect(bought(page)).toBeFocused()
})

for (const path of ['/library', '/summarize']) {
  test(`axe finds nothing grave on ${path}`, async ({ page }) => {
    await page.goto(path)
    await expectAccessible(page)
  })
}
