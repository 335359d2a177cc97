import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { runSnippet } from '@/development/programs/run-snippet'
import { expectAccessible } from './expect-accessible'
import { buy } from './outsiders/buy'
import { startSellersServer } from './outsiders/sellers-server'
import { makeKey } from './sellers/make-key'
import { openMore } from './sellers/open-more'
import { openShop } from './sellers/open-shop'
import { askApi, priceOf } from './sellers/sell-by-program'
import { button } from './wallets/at-checkout'
import { BASE_SEPOLIA } from './wallets/evm-wallet'
import { fund } from './wallets/fund'

const run = promisify(execFile)
let service: ChildProcess | null = null

test.afterEach(() => service?.kill())

type Kind = {
  kind: string
  path: string
  /** The body that a buyer gets. */
  content: string
  charged: string
  /** Fills in what only this kind asks for. */
  fill: (page: Page, origin: string) => Promise<void>
}

const price = (dollars: string) => async (page: Page) => page.getByLabel('Price, in dollars').fill(dollars)
const upstreamAt = async (page: Page, address: string) => page.getByLabel('Address of your server').fill(address)

// Articles and plain APIs are sold in first-sale.spec.ts.
const kinds: Kind[] = [
  {
    kind: 'File',
    path: '/data.csv',
    content: 'a,b',
    charged: '0.02 USDC',
    fill: async (page) => {
      await page
        .getByLabel('Choose a file of up to 100 MB')
        .setInputFiles({ name: 'data.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') })
      await price('$0.02')(page)
      await button(page, 'Save and sell').click()
      await expect(page.getByText('data.csv, 8 bytes')).toBeVisible()
      await expect(button(page, 'Pause')).toBeVisible()
    },
  },
  {
    kind: 'API',
    path: '/echo/[id]',
    content: '"heard":{"text":"it\'s"}',
    charged: '0.03 USDC',
    fill: async (page, origin) => {
      await page.getByLabel('Method').selectOption('POST')
      await upstreamAt(page, `${origin}/echo/[id]`)
      await price('$0.03')(page)
      await page.getByText('For programs: a sample and schemas').click()
      await page.getByLabel('Sample input (JSON)').fill('{"id":"7","text":"it\'s"}')
    },
  },
  {
    kind: 'Metered API',
    path: '/meter',
    content: '"path":"/meter"',
    charged: '0.004 USDC',
    fill: async (page, origin) => {
      await upstreamAt(page, `${origin}/meter`)
      await page.getByLabel('The most that one call can cost').fill('$0.10')
      await page.getByLabel('Price of each, in dollars').fill('$0.004')
    },
  },
]

test('each kind is sold to an outsider, who runs what is shown', async ({ page, request }, info) => {
  const { origin, stop } = await startSellersServer(({ path, body }) => ({ path, heard: JSON.parse(body || 'null') }))
  await openShop(page, { word: 'kinds' })
  for (const { kind, path, fill, content, charged } of kinds) {
    await page.goto('/dashboard/routes/new')
    await page.getByRole('link', { name: kind, exact: true }).click()
    await page.getByLabel('Title').fill(`${kind} for sale`)
    await openMore(page)
    await page.getByLabel('Path', { exact: true }).fill(path)
    await fill(page, origin)
    const save = button(page, 'Save and sell')
    if (await save.isVisible()) await save.click()
    await expect(page.getByText('Live', { exact: true }).first()).toBeVisible()

    await page.getByRole('link', { name: 'Integrate' }).click()
    await expect(page.getByRole('heading', { name: 'TypeScript' })).toBeVisible()
    const curl = await codeOf(page, 'curl')
    const seen = await run('bash', ['-c', curl])
    expect(seen.stdout).toMatch(/^HTTP\/1\.1 402 /)
    expect(seen.stdout.toLowerCase()).toContain('payment-required: ')

    const code = await codeOf(page, 'TypeScript')
    const bought = await runShown(request, code, info.outputPath(`${kind.replaceAll(' ', '-')}.mjs`))
    expect(bought).toContain('200 ')
    expect(bought).toContain(content)
    await page.goto('/dashboard/payments')
    await expect(page.getByRole('row').nth(1)).toContainText('Settled')
    await expect(page.getByRole('row').nth(1)).toContainText(charged)
  }
  stop()
})

async function runShown(request: APIRequestContext, code: string, file: string): Promise<string> {
  const buyer = generatePrivateKey()
  await fund(request, { network: BASE_SEPOLIA, address: privateKeyToAccount(buyer).address, amount: '200000' })
  return runSnippet(code, file, { EVM_PRIVATE_KEY: buyer, EVM_RPC_URL: process.env.E2E_EVM_RPC_URL })
}

const codeOf = async (page: Page, title: string): Promise<string> =>
  (await page.getByRole('region', { name: title }).locator('pre code').textContent()) ?? ''

/** The headers of a request that our own page makes; without them, the cookie does not count. */
const asOwnPage = { headers: { 'sec-fetch-site': 'same-origin' } }

test('a whole service is sold from its document, and a program sells by key', async ({ page, request }) => {
  const serviceOrigin = await startService()
  const { handle } = await openShop(page, { word: 'harbour' })
  await page.getByRole('link', { name: 'A whole API' }).click()
  await expect(page.getByLabel('Address of its OpenAPI document')).toBeVisible()
  const document = page.getByLabel('Or the document itself')
  await document.fill('swagger: "2.0"')
  await button(page, 'Show its operations').click()
  await expect(page.getByText('This is Swagger 2.0.')).toBeVisible()
  await document.fill('openapi: 3.0.0\npaths:\n  /a:\n    get: {}\n  /b-{c}:\n    get: {}\n')
  await button(page, 'Show its operations').click()
  await button(page, 'Sell 1 operation').click()
  await expect(page.getByLabel('Name of the service')).toBeFocused()

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
  expect([(await at('/health')).status(), (await at('/openapi.json')).status()]).toEqual([200, 404])
  const tides = await at('/harbours/lisbon/tides?hours=2')
  expect(tides.status()).toBe(402)
  const { accepts, extensions } = await tides.json()
  expect(accepts[0].maxAmountRequired).toBe('10000')
  expect(extensions.bazaar.routeTemplate).toBe(`/x/${handle}/api/harbours/:harbour/tides`)
  await button(page, 'Read its document again').click()
  await page.getByLabel('Address of its OpenAPI document').fill(serviceOrigin)
  await button(page, 'Show its operations').click()
  await expect(page.getByText('0 new, 0 changed, 0 gone')).toBeVisible()

  const secret = await makeKey(page, ['Make and change routes', 'See payments and earnings'])
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('table', { name: 'Keys in force' })).toContainText(`…${secret.slice(-4)}`)
  expect(await page.content()).not.toContain(secret)
  const sold = await askApi(request, secret, 'POST', '/routes', {
    kind: 'article',
    title: 'By program',
    method: 'GET',
    path: '/program',
    price: priceOf('$0.01'),
    body: 'Sold by a program.',
  })
  expect(sold.status()).toBe(201)
  expect((await askApi(request, secret, 'GET', '/routes')).status()).toBe(403)
  expect(await buy(request, (await sold.json()).url)).toMatchObject({ status: 200, settled: { success: true } })
  const { payments } = await (await askApi(request, secret, 'GET', '/payments')).json()
  expect(payments).toMatchObject([{ status: 'settled', settledAtomic: '10000' }])
  const csv = await page.request.get('/dashboard/payments/export?status=settled', asOwnPage)
  expect(csv.headers()['content-type']).toContain('text/csv')
  expect(await csv.text()).toContain(payments[0].paymentId)
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
