import { expect, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible'
import { startNewSite } from './outsiders/second-site'
import { button, connectButton, connectEvm } from './wallets/at-checkout'
import { injectEvmWallet } from './wallets/evm-wallet'

test('a site on which nothing was made yet answers its visitors well, and says what a wallet is once it has networks', async ({
  page,
}) => {
  const site = await startNewSite()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  try {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const path of ['/', '/bazaar', '/facilitator', '/articles', '/dashboard']) {
      // Articles of its own are what the demo has.
      const status = path === '/articles' ? 404 : 200
      expect([path, (await page.goto(`${site.origin}${path}`))?.status()]).toEqual([path, status])
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      // What only its operator can do is no advice for visitors; the dashboard is where operators begin.
      const isForVisitors = path !== '/dashboard'
      if (isForVisitors) await expect(page.getByRole('main')).not.toContainText(/RPC|restart|[A-Z]+_[A-Z_]+/)
      else await expect(page.getByRole('main')).toContainText('Do you run it?')
      await expectAccessible(page)
    }
    expect(problems).toEqual([])

    // Its operator names the networks.
    await site.kill()
    await site.restart()
    await page.goto(`${site.origin}/library`)
    await connectButton(page).press('Enter')
    const none = page.getByRole('group', { name: 'No wallet is in this browser' })
    await expect(none).toBeFocused()
    await expect(none).toContainText('install one such as MetaMask, Rabby or Phantom')
    await expect(none).toContainText('on a phone, open this page in the browser inside your wallet app')
    await expect(connectButton(page)).toHaveCount(0)
    await expectAccessible(page)

    const wallet = await injectEvmWallet(page)
    await button(page, 'Load this page again').click()
    await connectEvm(page, wallet)
    await button(page, 'Sign in with wallet').click()
    await expect(page.getByRole('banner').locator('summary', { hasText: 'Signed in' })).toContainText('Signed in with')
  } finally {
    await site.stop()
  }
})
