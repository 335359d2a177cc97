import { expect, test } from '@playwright/test'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expectAccessible } from './expect-accessible'
import { bought, button, connectButton, connectEvm, failure, walletList } from './wallets/at-checkout'
import { BASE_SEPOLIA, injectEvmWallet } from './wallets/evm-wallet'
import { fund } from './wallets/fund'

const article = '/articles/signed-is-not-paid'

test('of two wallets the chosen one pays, is first in the list from then on, and reopens without a press', async ({
  page,
  request,
}) => {
  const [left, right] = [
    await injectEvmWallet(page, { name: 'Left Wallet' }),
    await injectEvmWallet(page, { name: 'Right Wallet' }),
  ]
  await fund(request, { network: BASE_SEPOLIA, address: right.address, amount: '1000000' })
  await page.goto(article)
  await connectEvm(page, right)
  await button(page, 'Pay 0.05 USDC').click()
  await expect(bought(page)).toBeFocused()
  expect([left.calls, right.signatures(), await right.balance()]).toEqual([[], 1, 950_000n])

  await page.goto('/articles/exactly-once')
  await connectButton(page).hover()
  await expect(connectButton(page)).toHaveText(/^Continue as 0x/)
  await connectEvm(page, right)
  await button(page, 'Use another wallet').click()
  await expect(walletList(page).getByRole('listitem').first()).toHaveText(/^Right Wallet/)
  await expectAccessible(page)
})

test('a wallet that shows another account while it pays signs with none, and the page follows it', async ({
  page,
  request,
}) => {
  const wallet = await injectEvmWallet(page)
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
  await page.goto(article)
  await connectEvm(page, wallet)
  const pay = button(page, 'Pay 0.05 USDC')
  await expect(pay).toBeVisible()
  // Between the press and the wallet's window.
  const other = privateKeyToAddress(generatePrivateKey())
  await page.route('**/full', async (route) => {
    await wallet.showAccount(other)
    await route.continue()
  })
  await pay.click()
  await expect(failure(page, 'The payment could not be prepared')).toBeVisible()
  expect([wallet.signatures(), await wallet.balance()]).toEqual([0, 1_000_000n])
  await expect(page.getByRole('region', { name: 'What you pay' })).toContainText(other.slice(-4))

  await wallet.showAccount(null)
  await expect(connectButton(page)).toBeVisible()
})

test('a wallet that is locked in the middle is connected again, and a refused one leaves the choice', async ({
  page,
}) => {
  const wallet = await injectEvmWallet(page)
  await page.goto(article)
  await connectEvm(page, wallet)
  await expect(button(page, 'Get test USDC')).toBeVisible()
  await wallet.showAccount(null)
  await connectButton(page).click()
  await expect(button(page, 'Get test USDC')).toBeVisible()
})

test('the header opens the account of the wallet, with its address and the way to disconnect it', async ({ page }) => {
  const wallet = await injectEvmWallet(page)
  await page.goto(article)
  await connectEvm(page, wallet)
  await expect(button(page, 'Get test USDC')).toBeVisible()
  await page.goto('/bazaar')
  await page.getByRole('banner').getByRole('button', { name: 'Wallet' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(wallet.address.slice(-4))
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('banner').getByRole('button', { name: 'Wallet' }).click()
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await expect(dialog).toBeHidden()
  await page.goto(article)
  await connectButton(page).hover()
  await expect(button(page, `Connect ${wallet.name}`)).toBeVisible()
  await expect(failure(page, 'wallet')).toBeHidden()
})
