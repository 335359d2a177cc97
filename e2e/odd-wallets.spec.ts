import { expect, test } from '@playwright/test'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expectAccessible } from './expect-accessible'
import { button, connectButton, connectEvm, connectSolana, failure, payWith, walletList } from './wallets/at-checkout'
import { injectEvmWallet } from './wallets/evm-wallet'
import { injectBuyer } from './wallets/fund'
import { injectSolanaWallet } from './wallets/solana-wallet'

const article = '/articles/signed-is-not-paid'

test('of several wallets the chosen one pays, is first then, and is let go', async ({ page, browser }) => {
  // Locked, a wallet gives no account.
  const other = await browser.newPage()
  const locked = await injectEvmWallet(other, { isLocked: true })
  await other.goto(article)
  await connectButton(other).click()
  await other.getByRole('button', { name: locked.name }).click()
  await expect(failure(other, 'The wallet gave no account')).toBeVisible()
  await expect(other.locator('#pay')).toBeAttached()
  await other.close()

  // Without a wallet there are some to install, and on a phone some to open this page in.
  for (const [userAgent, href] of [
    ['Mozilla/5.0 (X11; Linux x86_64)', /^https:\/\/metamask\.io\//],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)', /^https:\/\/metamask\.app\.link\/dapp\/[^/]+\/articles\//],
  ] as const) {
    const none = await browser.newPage({ userAgent })
    await none.goto(article)
    await connectButton(none).click()
    await expect(walletList(none).getByRole('link', { name: 'MetaMask' })).toHaveAttribute('href', href)
    await expect(walletList(none).getByRole('link', { name: 'Phantom' })).toBeVisible()
    await expectAccessible(none)
    await none.close()
  }

  const solana = await injectSolanaWallet(page)
  const left = await injectEvmWallet(page, { name: 'Left Wallet' })
  // Signatures without 0x that end in 0 or 1.
  const raw = (signature: string) => `${signature.slice(2, -2)}0${Number(`0x${signature.slice(-2)}`) - 27}`
  const right = await injectBuyer(page, { name: 'Right Wallet', reshape: raw })
  await page.goto(article)
  await connectButton(page).hover()
  await expect(page.locator('html')).toHaveAttribute('data-framework-ready')
  await button(page, 'Connect wallet').press('Enter')
  await expect(walletList(page).getByRole('button', { name: `Connect ${left.name}` })).toBeFocused()
  await expect(walletList(page).getByRole('listitem')).toHaveText([
    `${left.name}Base Sepolia`,
    `${right.name}Base Sepolia`,
    'Demo walletBase Sepolia',
    `${solana.name}Solana Devnet`,
    'Demo walletSolana Devnet',
  ])
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(button(page, 'Connect wallet')).toBeFocused()
  await connectSolana(page, solana)
  const receipt = page.getByRole('region', { name: 'What you pay' })
  await expect(receipt.locator('summary').first()).toContainText('Solana Devnet')
  await expect(receipt).toContainText(`${solana.name} `)
  await expect(page.getByText('This wallet is 0.05 USDC short')).toBeVisible()
  await connectEvm(page, right)
  await expect(receipt.locator('summary').first()).toContainText('Base Sepolia')
  await payWith(page, right, 'Pay 0.05 USDC')
  const state = async () => [left.calls, solana.signatures(), right.signatures(), await right.balance()]
  expect(await state()).toEqual([[], 0, 1, 950_000n])

  await page.goto('/articles/exactly-once')
  await connectButton(page).hover()
  await expect(connectButton(page)).toHaveText(/^Pay 0\.05 USDC as 0x/)
  await connectEvm(page, right)
  await button(page, 'Use another wallet').click()
  await expect(walletList(page).getByRole('listitem').first()).toHaveText(/^Right Wallet/)
  await page.keyboard.press('Escape')
  // Another account between the press and the wallet's window.
  const account = privateKeyToAddress(generatePrivateKey())
  await page.route('**/full', async (route) => {
    await right.showAccount(account)
    await route.continue()
  })
  await button(page, 'Pay 0.05 USDC').click()
  await expect(failure(page, 'The payment could not be prepared')).toBeVisible()
  await expect(receipt).toContainText(account.slice(-4))
  expect(await state()).toEqual([[], 0, 1, 950_000n])
  // Locked and unlocked.
  await page.unroute('**/full')
  await right.showAccount(null)
  await connectEvm(page, right)
  await expect(button(page, 'Pay 0.05 USDC')).toBeVisible()

  await page.goto('/bazaar')
  const menu = page.getByRole('banner').locator('summary', { hasText: right.address.slice(-4) })
  await menu.click()
  await page.getByRole('banner').getByRole('button', { name: 'Wallet' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(right.address.slice(-4))
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await menu.click()
  await page.getByRole('banner').getByRole('button', { name: 'Wallet' }).click()
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await expect(dialog).toBeHidden()
  await page.goto('/articles/one-request')
  await connectButton(page).hover()
  // The other wallet of this browser is left.
  await expect(connectButton(page)).toHaveText(/^Pay 0\.04 USDC as [^0]/)
  await expect(failure(page, 'wallet')).toBeHidden()
})
