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
