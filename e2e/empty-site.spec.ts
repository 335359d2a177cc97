import { expect, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible'
import { startEmptySite } from './outsiders/second-site'

test('a site on which nothing was made yet answers its visitors well', async ({ page }) => {
  test.setTimeout(120_000)
  const site = await startEmptySite()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  try {
    for (const path of ['/', '/bazaar', '/articles', '/facilitator', '/dashboard']) {
      expect([path, (await page.goto(`${site.origin}${path}`))?.status()]).toEqual([path, 200])
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      // What only its operator can do is no advice for them.
      await expect(page.getByRole('main')).not.toContainText(/RPC|restart|[A-Z]+_[A-Z_]+/)
      await expectAccessible(page)
    }
    expect(problems).toEqual([])
  } finally {
    await site.stop()
  }
})
