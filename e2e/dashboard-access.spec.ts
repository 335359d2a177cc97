import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible'
import { openShop } from './sellers/open-shop'
import { button } from './wallets/at-checkout'

const kinds = ['article', 'file', 'api', 'metered_api', 'sign_in']

test('every page of the dashboard is accessible on a phone and in the dark, and needs no sideways scroll', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await openShop(page, { handle: `axe-${Date.now().toString(36)}` })
  const route = await sellSomething(page)
  const paths = [
    '/dashboard/routes',
    ...kinds.map((kind) => `/dashboard/routes/new?kind=${kind}`),
    route,
    `${route}/integrate`,
    `${route}/test`,
    '/dashboard/payments',
    '/dashboard/earnings',
    '/dashboard/payees',
    '/dashboard/webhooks',
    '/dashboard/keys',
  ]
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of paths) {
      expect((await page.goto(path))?.status(), path).toBe(200)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(excess, `${path} at ${width}`).toBeLessThanOrEqual(0)
    }
  }
})

test('a route is made, paused and sold again with the keyboard alone', async ({ page }) => {
  test.setTimeout(90_000)
  await openShop(page, { handle: `keys-${Date.now().toString(36)}` })
  await expect(page.getByRole('heading', { level: 1, name: 'Routes' })).toBeVisible()
  await tabTo(page, 'Article')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'New: Article' })).toBeVisible()
  for (const [field, text] of [
    ['Title', 'By keyboard'],
    ['Path', 's'],
    ['Text, in Markdown', 'Text.'],
    ['Price, in dollars', '$0.01'],
  ] as const) {
    await tabTo(page, field)
    if (field === 'Path') await page.keyboard.press('End')
    await page.keyboard.type(text)
  }
  await tabTo(page, 'Save and sell')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await tabTo(page, 'Pause')
  await page.keyboard.press('Space')
  await expect(page.getByText('Paused', { exact: true })).toBeVisible()
  await tabTo(page, 'Sell again')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
})

async function sellSomething(page: Page): Promise<string> {
  await page.goto('/dashboard/routes/new?kind=article')
  await page.getByLabel('Title').fill('On tolls')
  await page.getByLabel('Path', { exact: true }).fill('/tolls')
  await page.getByLabel('Text, in Markdown').fill('A *toll*.')
  await page.getByLabel('Price, in dollars').fill('$0.05')
  await button(page, 'Save and sell').click()
  await page.waitForURL(/\/dashboard\/routes\/[0-9a-f-]{36}/)
  return new URL(page.url()).pathname
}

/** Presses Tab until the control of that name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const at = document.activeElement
      const label =
        at instanceof HTMLElement && 'labels' in at ? (at as HTMLInputElement).labels?.[0]?.textContent : null
      return (label ?? at?.textContent ?? '').trim()
    })
    if (focused === name) return
  }
  throw new Error(`No control named ${name} was reached.`)
}
