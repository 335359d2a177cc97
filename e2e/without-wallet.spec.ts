import { expect, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible'
import { startConnectedSite } from './outsiders/second-site'
import { button, connectButton, connectEvm } from './wallets/at-checkout'
import { injectEvmWallet } from './wallets/evm-wallet'

test('says what a wallet is where the browser has none, and takes the one that was installed since', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const site = await startConnectedSite()
  try {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${site.origin}/library`)
    await connectButton(page).press('Enter')
    const none = page.getByRole('group', { name: 'No Ethereum wallet is in this browser' })
    await expect(none).toBeFocused()
    await expect(none).toContainText('A wallet is an app or a browser extension that holds your money.')
    await expect(none).toContainText('install one such as MetaMask or Rabby')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(connectButton(page)).toHaveCount(0)
    await expectAccessible(page)

    await page.getByRole('radio', { name: 'Solana Devnet' }).check()
    await expect(page.getByRole('group', { name: 'No Solana wallet is in this browser' })).toContainText('Phantom')
    await expect(page.getByRole('radio', { name: 'Solana Devnet' })).toBeFocused()

    const wallet = await injectEvmWallet(page)
    await button(page, 'Load this page again').click()
    await connectEvm(page, wallet)
    await button(page, 'Sign in with wallet').click()
    await expect(page.getByRole('banner').locator('summary')).toContainText('Signed in with')
  } finally {
    await site.stop()
  }
})
