import { expect, test } from '@playwright/test'

test('answers a paid route with the payment that it wants', async ({ request }) => {
  const response = await request.get('/weather?city=Lisbon')
  expect(response.status()).toBe(402)
  const { x402Version, accepts } = await response.json()
  expect(x402Version).toBe(2)
  expect(accepts.map(({ network }: { network: string }) => network)).toContain('eip155:84532')
})

test('opens the site', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('keeps the challenge of each of its routes within what proxies pass on unasked', async ({ request }) => {
  const { resources } = await (await request.get('/.well-known/x402')).json()
  const urls = resources
    .filter((resource: string) => /^http/.test(resource) && !resource.includes('/x/'))
    .map((resource: string) => resource.replace(/:userId/, '1'))
  expect(urls.length).toBeGreaterThan(5)
  for (const url of urls) {
    const got = await request.get(url)
    const response = got.status() === 405 ? await request.post(url) : got
    const characters = response.headers()['payment-required']?.length ?? 0
    expect.soft(response.status(), url).toBe(402)
    expect.soft(characters, url).toBeGreaterThan(0)
    expect.soft(characters, url).toBeLessThan(4096)
  }
})
