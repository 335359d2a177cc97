import { expect, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible'

for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 390],
] as const) {
  test(`documents are read and found without scripts: ${colorScheme}, ${width} px`, async ({ browser, baseURL }) => {
    const viewport = { width, height: 844 }
    const context = await browser.newContext({ baseURL, colorScheme, viewport, javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto('/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Documentation' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Documentation' })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('back up and restore')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page).toHaveURL(/\/docs\?query=back\+up\+and\+restore$/)
    await page.getByRole('region', { name: 'Found' }).getByRole('link', { name: 'Back up and restore' }).click()
    await expect(page).toHaveURL(/\/docs\/operating#back-up-and-restore$/)
    await expect(page.getByRole('heading', { name: 'Back up and restore', exact: true })).toBeInViewport()
    await page.getByRole('navigation', { name: 'Next and previous' }).getByRole('link').last().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Configuration' })).toBeVisible()
    await context.close()
  })

  test(`documents are accessible and fit: ${colorScheme}, ${width} px`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL, colorScheme, viewport: { width, height: 844 } })
    const page = await context.newPage()
    for (const place of ['/docs', '/docs?query=refund', '/docs?query=nosuchword', '/docs/errors', '/docs/operating']) {
      expect((await page.goto(place))?.status(), place).toBe(200)
      await expectAccessible(page)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, place).toBeLessThanOrEqual(0)
    }
    await context.close()
  })
}

test('a document that does not exist is a page that says so; strange questions are answered', async ({ request }) => {
  expect((await request.get('/docs/no-such-document')).status()).toBe(404)
  expect((await request.get('/docs/..%2f..%2fpackage.json')).status()).toBe(404)
  expect((await request.get('/docs?query=a&query=b')).status()).toBe(200)
  const hostile = await request.get('/docs?query=%3Cscript%3Ealert(1)%3C/script%3E')
  expect(await hostile.text()).not.toContain('<script>alert(1)')
})

test('a problem names the place where its code is explained', async ({ page, request, baseURL }) => {
  const answers = [
    await request.get('/x/no-such-shop/nothing', { headers: { accept: 'application/json' } }),
    await request.get('/api/v1/routes'),
    await request.post('/facilitator/verify', { data: 'no payment' }),
    await request.get('/facilitator/discovery/resources?limit=no'),
  ]
  for (const answer of answers) {
    const { type, code } = (await answer.json()) as { type: string; code: string }
    expect(type, answer.url()).toBe(`${baseURL}/docs/errors#${code}`)
    await page.goto(type)
    await expect(page.locator(`tr#${code}`), code).toBeInViewport()
  }
})
