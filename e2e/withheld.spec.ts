import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect, type Page, test } from '@playwright/test'
import { findChromium } from '@/development/checks/find-programs'
import { bought, button, connectEvm, failure, signInButton } from './wallets/at-checkout'
import { BASE_SEPOLIA, injectEvmWallet } from './wallets/evm-wallet'
import { fund } from './wallets/fund'

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

test('a browser that keeps nothing buys once, and its wallet opens it again', ({ baseURL, request }) =>
  openWithheld(baseURL, async (page) => {
    const wallet = await injectEvmWallet(page)
    await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
    const faults: string[] = []
    page.on('pageerror', ({ message }) => faults.push(message))
    for (const address of ['/', '/bazaar', '/library', '/dashboard']) {
      await page.goto(address)
      await expect(page.getByRole('main')).toBeVisible()
      await expect(page.getByText('Something on this server failed')).toHaveCount(0)
    }
    await connectEvm(page, wallet)
    await button(page, 'Sign in with wallet').click()
    await expect(failure(page, 'This browser takes no cookies')).toBeVisible()

    await page.goto('/articles/signed-is-not-paid')
    await connectEvm(page, wallet)
    await button(page, 'Pay 0.05 USDC').click()
    await expect(bought(page)).toBeVisible()

    await page.reload()
    await connectEvm(page, wallet)
    await button(page, 'Already bought?').click()
    await signInButton(page).click()
    await expect(bought(page)).toBeVisible()
    expect([await wallet.balance(), faults]).toEqual([950_000n, []])
  }))
