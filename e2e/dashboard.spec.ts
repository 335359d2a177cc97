import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expectAccessible } from './expect-accessible'
import { buy } from './outsiders/buy'
import { openMore } from './sellers/open-more'
import { openShop } from './sellers/open-shop'
import { newHandle } from './sellers/sell'
import { button } from './wallets/at-checkout'
import { BASE_SEPOLIA } from './wallets/evm-wallet'
import { fund } from './wallets/fund'

const servers: Server[] = []

test.afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

test('a new seller puts a price on an API, an outsider buys it, and the money is seen', async ({ page, request }) => {
  test.setTimeout(90_000)
  const seller = await startSellersServer()
  const payTo = privateKeyToAccount(generatePrivateKey()).address
  const handle = newHandle('shop')
  await openShop(page, { handle, payTo })

  await page.getByRole('link', { name: 'API', exact: true }).click()
  await page.getByLabel('Title').fill('Echo')
  await openMore(page)
  await page.getByLabel('Path', { exact: true }).fill('/echo')
  await page.getByLabel('Address of your server').fill('http://169.254.169.254/latest')
  await page.getByLabel('Secret headers').fill('X-Api-Key: the secret')
  await page.getByLabel('Price, in dollars').fill('$0.02')
  await button(page, 'Save and sell').click()
  await expect(page.getByText('This host is not on the public internet.').first()).toBeVisible()
  await page.getByLabel('Address of your server').fill(`${seller.origin}/echo`)
  await page.getByLabel('Secret headers').fill('X-Api-Key: the secret')
  await button(page, 'Save and sell').click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Shop', exact: true }).click()
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible()
  await page.getByLabel('Address of your server').fill(`${seller.origin}/hook`)
  await button(page, 'Add the webhook').click()
  const key = await page.locator('code', { hasText: 'whsec_' }).textContent()

  const buyer = generatePrivateKey()
  await fund(request, { network: BASE_SEPOLIA, address: privateKeyToAccount(buyer).address, amount: '1000000' })
  const url = new URL(`/x/${handle}/echo`, page.url()).href
  await expect.poll(async () => (await fetch(url)).status).toBe(402)
  expect(await buy(url, { EVM_KEY: buyer })).toMatchObject({
    status: 200,
    body: { hasSecret: true },
    settled: { success: true },
  })

  await page.getByRole('link', { name: 'Payments', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible()
  await page.getByRole('row').nth(1).getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible()
  for (const step of [
    'Signed payment received',
    'Payment verified',
    'Answer produced',
    'Settled',
    'Answer delivered',
  ]) {
    await expect(page.getByRole('listitem').filter({ hasText: step }).first()).toBeVisible()
  }
  await expect(page.getByRole('main')).toContainText('0.02 USDC')
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Earnings' }).click()
  await expect(page.getByRole('table', { name: 'By route' }).first()).toContainText('0.02 USDC')
  await expectAccessible(page)

  await expect.poll(() => seller.hooks.length, { timeout: 15_000 }).toBeGreaterThan(0)
  const hook = seller.hooks[0]
  const [, seconds, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(hook?.signature ?? '') ?? []
  expect(
    createHmac('sha256', key ?? '')
      .update(`${seconds}.${hook?.body}`)
      .digest('hex'),
  ).toBe(signature)
  expect(JSON.parse(hook?.body ?? '')).toMatchObject({ type: 'payment.settled', payment: { amountAtomic: '20000' } })
})

test('a price changes for the next buyer, and a pause stops the sale', async ({ page }) => {
  test.setTimeout(120_000)
  const handle = newHandle('text')
  await openShop(page, { handle, payTo: privateKeyToAccount(generatePrivateKey()).address })
  await page.getByRole('link', { name: 'Article', exact: true }).click()
  await page.getByLabel('Title').fill('On tolls')
  await openMore(page)
  await page.getByLabel('Path', { exact: true }).fill('/tolls')
  await page.getByLabel('Text, in Markdown').fill('# Tolls')
  await page.getByLabel('Price, in dollars').fill('a cent or so')
  await button(page, 'Save and sell').click()
  // The answer to the save, not the remark beside the field, which comes while it is typed.
  await expect(page.getByRole('alert').filter({ hasText: 'Write an amount in dollars' })).toBeVisible()
  await page.getByLabel('Price, in dollars').fill('$0.01')
  await button(page, 'Save and sell').click()
  await page.waitForURL(/\/dashboard\/routes\/[0-9a-f-]{36}/)

  const url = new URL(`/x/${handle}/tolls`, page.url()).href
  const amount = async () => {
    const answer = await fetch(url)
    return answer.status === 402 ? (await answer.json()).accepts[0].amount : answer.status
  }
  await expect.poll(amount).toBe('10000')
  await page.getByLabel('Price, in dollars').fill('$0.04')
  await button(page, 'Save the changes').click()
  await expect.poll(amount).toBe('40000')
  await button(page, 'Pause').click()
  await expect(page.getByText('Paused')).toBeVisible()
  await expect.poll(amount).toBe(503)
  await button(page, 'Sell again').click()
  await expect.poll(amount).toBe('40000')
})

async function startSellersServer() {
  const hooks: { body: string; signature: string }[] = []
  const server = createServer((incoming, outgoing) => {
    let body = ''
    incoming.on('data', (part) => (body += part))
    incoming.on('end', () => {
      if (incoming.url === '/hook') hooks.push({ body, signature: String(incoming.headers['turnpike-signature']) })
      outgoing.setHeader('content-type', 'application/json')
      outgoing.end(JSON.stringify({ hasSecret: incoming.headers['x-api-key'] === 'the secret' }))
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, hooks }
}
