import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect, type Page, test } from '@playwright/test'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { findChromium } from '@/development/checks/find-programs'
import { expectAccessible } from './expect-accessible'
import {
  bought,
  button,
  connect,
  connectButton,
  failure,
  payWith,
  signInButton,
  walletList,
} from './wallets/at-checkout'
import { injectBuyer, injectEvmWallet } from './wallets/evm-wallet'
import { injectSolanaWallet } from './wallets/solana-wallet'

const article = '/articles/signed-is-not-paid'

// Wallets whose accounts and signatures are odd: lib/site/browser/border/odd-wallets.test.ts.
test('of several wallets the chosen one pays, is first then, and is let go', async ({ page, browser }) => {
  // Without a wallet there are some to install, and on a phone some to open this page in.
  for (const [userAgent, href] of [
    ['Mozilla/5.0 (X11; Linux x86_64)', /^https:\/\/metamask\.io\//],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)', /^https:\/\/metamask\.app\.link\/dapp\/[^/]+\/articles\//],
  ] as const) {
    const none = await browser.newPage({ userAgent })
    await none.goto(article)
    await connectButton(none).click()
    await expect(walletList(none).getByRole('link', { name: 'MetaMask' })).toHaveAttribute('href', href)
    await none.close()
  }

  const solana = await injectSolanaWallet(page)
  const left = await injectEvmWallet(page, { name: 'Left Wallet' })
  const right = await injectBuyer(page, { name: 'Right Wallet' })
  await page.goto(article)
  await connectButton(page).hover()
  await expect(page.locator('html')).toHaveAttribute('data-framework-ready')
  await button(page, 'Connect wallet').press('Enter')
  await expect(walletList(page).getByRole('button', { name: `Connect ${left.name}` })).toBeFocused()
  await expect(walletList(page).getByRole('listitem')).toHaveText([
    `${left.name}Base Sepolia`,
    `${right.name}Base Sepolia`,
    // One wallet of every family: the network of the receipt says as which it pays.
    'Demo wallet',
    `${solana.name}Solana Devnet`,
  ])
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(button(page, 'Connect wallet')).toBeFocused()
  await connect(page, solana)
  const receipt = page.getByRole('region', { name: 'What you pay' })
  await expect(receipt.locator('summary').first()).toContainText('Solana Devnet')
  await connect(page, right)
  await expect(receipt.locator('summary').first()).toContainText('Base Sepolia')
  await payWith(page, right, 'Pay 0.05 USDC')
  const state = async () => [solana.signatures(), right.signatures(), await right.balance()]
  expect(await state()).toEqual([0, 1, 950_000n])

  await page.goto('/articles/exactly-once')
  await connectButton(page).hover()
  await expect(connectButton(page)).toHaveText(/^Pay 0\.05 USDC as 0x/)
  await connect(page, right)
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
  expect(await state()).toEqual([0, 1, 950_000n])

  await page.goto('/bazaar')
  const menu = page.getByRole('banner').locator('summary', { hasText: account.slice(-4) })
  await menu.click()
  await page.getByRole('banner').getByRole('button', { name: 'Wallet' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(account.slice(-4))
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await expect(dialog).toBeHidden()
  await page.goto('/articles/one-request')
  await connectButton(page).hover()
  // The other wallet of this browser is left.
  await expect(connectButton(page)).toHaveText(/^Pay 0\.04 USDC as [^0]/)
})

/** The setting "block all cookies", which denies a site all storage too. */
const preferences = { profile: { default_content_setting_values: { cookies: 2 } } }

/** A page of a browser that keeps nothing for the site. */
async function openWithheld(baseURL: string | undefined, work: (page: Page) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-withheld-'))
  mkdirSync(join(folder, 'Default'))
  writeFileSync(join(folder, 'Default', 'Preferences'), JSON.stringify(preferences))
  const executablePath = findChromium() ?? undefined
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync']
  const context = await chromium.launchPersistentContext(folder, { baseURL, executablePath, args })
  try {
    await work(context.pages()[0] ?? (await context.newPage()))
  } finally {
    await context.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

test('a browser that keeps nothing buys once, and its wallet opens it again', ({ baseURL }) =>
  openWithheld(baseURL, async (page) => {
    const wallet = await injectBuyer(page)
    const faults: string[] = []
    page.on('pageerror', ({ message }) => faults.push(message))
    for (const address of ['/', '/bazaar', '/library', '/dashboard']) {
      await page.goto(address)
      await expect(page.getByRole('main')).toBeVisible()
      await expect(page.getByText('Something on this server failed')).toHaveCount(0)
    }
    await connect(page, wallet)
    await expect(failure(page, 'This browser takes no cookies')).toBeVisible()

    await page.goto(article)
    await payWith(page, wallet, 'Pay 0.05 USDC')
    await page.reload()
    await connect(page, wallet)
    await button(page, 'Already bought?').click()
    await signInButton(page).click()
    await expect(bought(page)).toBeVisible()
    expect([await wallet.balance(), faults]).toEqual([950_000n, []])
  }))
