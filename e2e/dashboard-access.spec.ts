import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible'
import { confirmChange } from './sellers/confirm-change'
import { openMore } from './sellers/open-more'
import { openShop } from './sellers/open-shop'
import { newHandle } from './sellers/sell'
import { button } from './wallets/at-checkout'

const kinds = ['article', 'file', 'api', 'metered_api', 'sign_in']

test('every page of the dashboard is accessible on a phone and in the dark, and needs no sideways scroll', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await page.goto('/dashboard')
  await expectAccessible(page)
  expect(await smallTargets(page)).toEqual([])
  await openShop(page, { handle: newHandle('axe'), look: expectAccessible })
  const route = await sellSomething(page)
  const paths = [
    '/dashboard',
    '/dashboard/routes',
    ...kinds.map((kind) => `/dashboard/routes/new?kind=${kind}`),
    route,
    `${route}/integrate`,
    `${route}/test`,
    '/dashboard/payments',
    '/dashboard/earnings',
    '/dashboard/payees',
    '/dashboard/webhooks',
    '/dashboard/notifications',
    '/dashboard/keys',
    '/dashboard/profile',
    '/dashboard/shop',
  ]
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  for (const path of paths) {
    await page.setViewportSize({ width: 390, height: 900 })
    expect((await page.goto(path))?.status(), path).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await expectAccessible(page)
      expect(await smallTargets(page), `${path} at ${width}`).toEqual([])
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(excess, `${path} at ${width}`).toBeLessThanOrEqual(0)
    }
  }
})

test('form errors and form results are accessible in the dark and on a phone', async ({ page }) => {
  test.setTimeout(90_000)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 390, height: 900 })
  await openShop(page, { handle: newHandle('faults') })
  await page.goto('/dashboard/routes/new?kind=metered_api')
  await page.getByLabel('Title').fill('Words')
  await openMore(page)
  await page.getByLabel('Path', { exact: true }).fill('/words')
  await page.getByLabel('Address of your server').fill('http://169.254.169.254/latest')
  await page.getByLabel('The most that one call can cost, in dollars').fill('five')
  await page.getByLabel('Base Sepolia').uncheck()
  await button(page, 'Save and sell').click()
  for (const name of ['The most that one call can cost, in dollars', 'Base Sepolia (test money)']) {
    await expect(page.getByLabel(name, { exact: true })).toHaveAttribute('aria-invalid', 'true')
  }
  await expectAccessible(page)

  await page.goto('/dashboard/webhooks')
  await page.getByLabel('Address of your server').fill('http://127.0.0.1:8080/hook')
  for (const event of await page.getByRole('checkbox').all()) await event.uncheck()
  await button(page, 'Add the webhook').click()
  await expect(page.getByLabel('A payment settled')).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('A payment settled').check()
  await button(page, 'Add the webhook').click()
  await expect(page.locator('code', { hasText: 'whsec_' })).toBeVisible()
  await expectAccessible(page)

  await page.goto('/dashboard/keys')
  await page.getByLabel('Name', { exact: true }).fill('A program')
  await page.getByLabel('See routes').check()
  await button(page, 'Make the key').click()
  await expect(page.getByRole('region', { name: 'Confirm with your wallet' })).toBeFocused()
  await expectAccessible(page)
  await confirmChange(page)
  await expect(page.locator('code', { hasText: 'tps_' })).toBeVisible()
  await expectAccessible(page)
  expect(await smallTargets(page)).toEqual([])
})

test('a route is made, paused and sold again with the keyboard alone', async ({ page }) => {
  test.setTimeout(90_000)
  await openShop(page, { handle: newHandle('keys') })
  await expect(page.getByRole('heading', { level: 1, name: 'Routes' })).toBeVisible()
  await tabTo(page, 'Article')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'New: Article' })).toBeVisible()
  for (const [field, text] of [
    ['Title', 'By keyboard'],
    ['Text, in Markdown', 'Text.'],
    ['Price, in dollars', 'a cent'],
  ] as const) {
    await tabTo(page, field)
    await page.keyboard.type(text)
  }
  await tabTo(page, 'Save and sell')
  await page.keyboard.press('Enter')
  // The refusal leads to the price, which is typed over.
  await expect(page.getByLabel('Price, in dollars')).toBeFocused()
  expect(await outlineOfFocus(page)).toBe('solid 3px')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('$0.01')
  await tabTo(page, 'Save and sell')
  expect(await outlineOfFocus(page)).toBe('solid 3px')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await tabTo(page, 'Pause')
  await page.keyboard.press('Space')
  await expect(page.getByText('Paused', { exact: true })).toBeVisible()
  await expect(button(page, 'Sell again')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
})

const outlineOfFocus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body)
    return `${outlineStyle} ${outlineWidth}`
  })

async function sellSomething(page: Page): Promise<string> {
  await page.goto('/dashboard/routes/new?kind=article')
  await page.getByLabel('Title').fill('On tolls')
  await openMore(page)
  await page.getByLabel('Path', { exact: true }).fill('/tolls')
  await page.getByLabel('Text, in Markdown').fill('A *toll*.')
  await page.getByLabel('Price, in dollars').fill('$0.05')
  await button(page, 'Save and sell').click()
  await page.waitForURL(/\/dashboard\/routes\/[0-9a-f-]{36}/)
  return new URL(page.url()).pathname
}

/** Controls that a thumb would miss, with their heights; a box counts with its label. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll('a, button, input:not([type=hidden]), select, textarea, summary')].flatMap((control) => {
      const { height } = (control.closest('label') ?? control).getBoundingClientRect()
      return height === 0 || height >= 44 ? [] : [`${control.outerHTML.slice(0, 200)}: ${height}`]
    }),
  )

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
