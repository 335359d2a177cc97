import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { expect, type Page, test } from '@playwright/test'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { runSnippet } from '@/development/programs/run-snippet'
import { expectGood } from './expect-accessible'
import { buy } from './outsiders/paying-wallet'
import { startSellersServer } from './outsiders/sellers-server'
import { confirmChange, openMore } from './sellers/forms'
import { askApi, asOwnPage, openShop, priceOf } from './sellers/shops'
import { button } from './wallets/at-checkout'
import { fund } from './wallets/evm-wallet'

const run = promisify(execFile)
let service: ChildProcess | null = null

test.afterEach(() => service?.kill())

// Articles and plain APIs of a GET are sold in first-sale.spec.ts.
const kinds = [
  {
    kind: 'File',
    path: '/data.csv',
    content: 'a,b',
    charged: '0.02',
    fill: async (page: Page) => {
      await page
        .getByLabel('Choose a file of up to 100 MB')
        .setInputFiles({ name: 'data.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') })
      await page.getByLabel('Price, in dollars').fill('$0.02')
    },
  },
  {
    kind: 'Metered API',
    path: '/echo/[id]',
    content: '"heard":{"text":"it\'s"}',
    charged: '0.004',
    fill: async (page: Page, origin: string) => {
      await page.getByLabel('Method').selectOption('POST')
      await page.getByLabel('Address of your server').fill(`${origin}/echo/[id]`)
      await page.getByLabel('The most that one call can cost').fill('$0.10')
      await page.getByLabel('Price of each, in dollars').fill('$0.004')
      await page.getByText('For programs: a sample and schemas').click()
      await page.getByLabel('Sample input (JSON)').fill('{"id":"7","text":"it\'s"}')
      await expectGood(page)
    },
  },
]

test('each kind is sold to an outsider, who runs what is shown', async ({ page }, info) => {
  const { origin, stop } = await startSellersServer(({ path, body }) => ({ path, heard: JSON.parse(body || 'null') }))
  await openShop(page, { word: 'kinds' })
  for (const { kind, path, fill, content, charged } of kinds) {
    await page.goto('/dashboard/routes/new')
    await page.getByRole('link', { name: kind, exact: true }).click()
    await page.getByLabel('Title').fill(`${kind} for sale`)
    await openMore(page)
    await page.getByLabel('Path', { exact: true }).fill(path)
    await fill(page, origin)
    await button(page, 'Save and sell').click()
    await expect(page.getByText('Live', { exact: true }).first()).toBeVisible()

    await page.getByRole('link', { name: 'Integrate' }).click()
    await expect(page.getByRole('heading', { name: 'TypeScript' })).toBeVisible()
    const codeOf = async (title: string) =>
      (await page.getByRole('region', { name: title }).locator('pre code').textContent()) ?? ''
    const seen = await run('bash', ['-c', await codeOf('curl')])
    expect(seen.stdout).toMatch(/^HTTP\/1\.1 402 [^]*^payment-required: /im)
    const buyer = generatePrivateKey()
    await fund(privateKeyToAddress(buyer))
    const file = info.outputPath(`${kind.replaceAll(' ', '-')}.mjs`)
    const settings = { EVM_PRIVATE_KEY: buyer, EVM_RPC_URL: process.env.E2E_EVM_RPC_URL }
    const bought = await runSnippet(await codeOf('TypeScript'), file, settings)
    expect(bought).toContain('200 ')
    expect(bought).toContain(content)
    await expect
      .poll(async () => (await page.request.get('/dashboard/payments/export?status=settled', asOwnPage)).text())
      .toContain(charged)
  }
  await expectGood(page)
  stop()
})

test('a whole service is sold from its document, and a program sells by key', async ({ page, request }) => {
  const serviceOrigin = await startService()
  const { handle } = await openShop(page, { word: 'harbour' })
  await page.goto('/dashboard/gateways/new')
  const show = button(page, 'Show its operations')
  await page
    .getByLabel('Or the document itself')
    .fill('openapi: 3.0.0\npaths:\n  /a:\n    get: {}\n  /b-{c}:\n    get: {}\n')
  await show.click()
  await button(page, 'Sell 1 operation').click()
  await expect(page.getByLabel('Name of the service')).toBeFocused()

  await page.goto('/dashboard/gateways/new')
  await page.getByLabel('Address of its OpenAPI document').fill(serviceOrigin)
  await show.click()
  const table = page.getByRole('table', { name: 'Operations' })
  await expect(table.getByRole('row')).toHaveCount(13)
  await table.getByLabel('Access to GET /health').selectOption('free')
  await table.getByLabel('Price of POST /quotes').fill('$0.05')
  await expectGood(page)
  await button(page, 'Sell 12 operations').click()
  await expect(page.getByText('Saved, and live')).toBeVisible()
  const at = (path: string) => page.request.get(`/x/${handle}/api${path}`)
  expect([(await at('/health')).status(), (await at('/openapi.json')).status()]).toEqual([200, 404])
  const tides = await at('/harbours/lisbon/tides?hours=2')
  expect(tides.status()).toBe(402)
  const { accepts, extensions } = await tides.json()
  expect(accepts[0].maxAmountRequired).toBe('10000')
  expect(extensions.bazaar.routeTemplate).toBe(`/x/${handle}/api/harbours/:harbour/tides`)

  await page.getByRole('link', { name: 'Developers', exact: true }).click()
  await page.getByLabel('Name', { exact: true }).fill('A program')
  for (const right of ['Make and change routes', 'See payments and earnings']) await page.getByLabel(right).check()
  await button(page, 'Make the key').click()
  await confirmChange(page)
  // It is shown this once.
  const secret = (await page.locator('code', { hasText: 'tps_' }).textContent()) ?? ''
  await expectGood(page)
  await page.reload()
  await expect(page.getByRole('table', { name: 'Keys in force' })).toContainText(`…${secret.slice(-4)}`)
  expect(await page.content()).not.toContain(secret)
  const article = { kind: 'article', title: 'By program', method: 'GET', path: '/program', body: 'Sold by a program.' }
  const sold = await askApi(request, secret, 'POST', '/routes', { ...article, price: priceOf('$0.01') })
  expect(sold.status()).toBe(201)
  expect((await askApi(request, secret, 'GET', '/routes')).status()).toBe(403)
  expect(await buy((await sold.json()).url)).toMatchObject({ status: 200, settled: { success: true } })
  const { payments } = await (await askApi(request, secret, 'GET', '/payments')).json()
  expect(payments).toMatchObject([{ status: 'settled', settledAtomic: '10000' }])
  await page.getByText('Revoke A program').click()
  await button(page, 'Revoke it now').click()
  await expect(page.getByText('The key is revoked.', { exact: false })).toBeVisible()
  await expect(page.getByText('No keys yet')).toBeVisible()
  expect((await askApi(request, secret, 'GET', '/payments')).status()).toBe(401)
})

/** The example's service, as anyone starts it. Its origin. */
async function startService(): Promise<string> {
  service = spawn('python3', ['examples/service-behind-gateway/service.py', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface({ input: service.stdout ?? process.stdin }), 'line')) as [string]
  return line
}
