import { expect, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible'
import { startEmptySite } from './outsiders/second-site'

test('a site on which nothing was made yet answers its visitors well', async ({ page }) => {
  test.setTimeout(120_000)
  const site = await startEmptySite()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  try {
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
  } finally {
    await site.stop()
  }
})
