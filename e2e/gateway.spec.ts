import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible'
import { openShop } from './sellers/open-shop'
import { button } from './wallets/at-checkout'

let service: ChildProcess | null = null

test.afterEach(() => service?.kill())

test('says what is wrong with a document, and sells the twelve operations of a service that knows nothing of it', async ({
  page,
}) => {
  const serviceOrigin = await startService()
  const { handle } = await openShop(page, { word: 'harbour' })
  await page.getByRole('link', { name: 'A whole API' }).click()
  await page.getByRole('link', { name: 'Sell a service' }).click()
  await expect(page.getByLabel('Address of its OpenAPI document')).toBeVisible()
  const document = page.getByLabel('Or the document itself')
  await document.fill('swagger: "2.0"')
  await button(page, 'Show its operations').click()
  await expect(page.getByText('This is Swagger 2.0.')).toBeVisible()
  await expect(document).toHaveValue('swagger: "2.0"')
  const elsewhere = '  /c:\n    get: {servers: [{url: "https://b.example"}]}\n'
  await document.fill(`openapi: 3.0.0\npaths:\n  /a:\n    get: {}\n  /b-{c}:\n    get: {}\n${elsewhere}`)
  await button(page, 'Show its operations').click()
  await expect(page.getByText('a parameter that is only a part of a segment')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '3 operations read.' })).toContainText(
    '2 operations are not offered.',
  )
  await expect(page.getByText('It lives at another address: https://b.example.')).toBeVisible()
  await expect(page.getByLabel('Access to GET /c')).toHaveValue('left_out')
  await button(page, 'Sell 1 operation').click()
  await expect(page.getByLabel('Name of the service')).toBeFocused()
  await page.getByLabel('Name of the service').fill('A service')
  await page.getByLabel('Where it runs').fill('http://10.0.0.1')
  await button(page, 'Sell 1 operation').click()
  await expect(page.getByText('This host is not on the public internet.').first()).toBeVisible()
  await expect(page.getByLabel('Name of the service')).toHaveValue('A service')

  await page.goto('/dashboard/gateways/new')
  await page.getByLabel('Address of its OpenAPI document').fill(serviceOrigin)
  await button(page, 'Show its operations').click()
  const table = page.getByRole('table', { name: 'Operations' })
  await expect(table.getByRole('row')).toHaveCount(13)
  await table.getByLabel('Access to GET /health').selectOption('free')
  await table.getByLabel('Price of POST /quotes').fill('$0.05')
  const quotes = table.getByRole('row').filter({ hasText: 'POST /quotes' })
  await quotes.getByText('Files and streams', { exact: true }).click()
  await quotes.getByLabel('Largest upload, in megabytes').fill('5')
  await expectAccessible(page)
  await button(page, 'Sell 12 operations').click()
  await expect(page.getByText('Saved, and live')).toBeVisible()

  const at = (path: string) => page.request.get(`/x/${handle}/api${path}`)
  expect((await at('/health')).status()).toBe(200)
  const tides = await at('/harbours/lisbon/tides?hours=2')
  expect(tides.status()).toBe(402)
  const { accepts, extensions } = await tides.json()
  expect(accepts[0].maxAmountRequired).toBe('10000')
  expect(extensions.bazaar.routeTemplate).toBe(`/x/${handle}/api/harbours/:harbour/tides`)
  expect((await page.request.post(`/x/${handle}/api/quotes`)).status()).toBe(402)
  expect((await at('/openapi.json')).status()).toBe(404)

  await button(page, 'Read its document again').click()
  await page.getByLabel('Address of its OpenAPI document').fill(serviceOrigin)
  await button(page, 'Show its operations').click()
  await expect(page.getByText('0 new, 0 changed, 0 gone')).toBeVisible()
  await expect(page.getByText('Files and streams: uploads of 5 MB', { exact: true })).toBeVisible()
})

/** The example's service, as anyone starts it. Its origin. */
async function startService(): Promise<string> {
  service = spawn('python3', ['examples/service-behind-gateway/service.py', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface({ input: service.stdout ?? process.stdin }), 'line')) as [string]
  return line
}
