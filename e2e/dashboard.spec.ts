import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expectAccessible } from './expect-accessible'
import { buy } from './outsiders/buy'
import { confirmChange } from './sellers/confirm-change'
import { newHandle } from './sellers/new-handle'
import { openMore } from './sellers/open-more'
import { button, connectEvm } from './wallets/at-checkout'
import { injectEvmWallet } from './wallets/evm-wallet'

const servers: Server[] = []

test.afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

test('a new seller opens a shop, puts a price on an API, an outsider buys it, and the money is seen', async ({
  page,
  request,
}) => {
  const seller = await startSellersServer()
  const handle = newHandle('shop')
  const wallet = await injectEvmWallet(page)
  // A link from a mail asks to sign in, and does not say that there is nothing.
  const addresses = ['routes/new', 'gateways/new', 'earnings/statement', `payments/${randomUUID()}`]
  for (const address of addresses) expect((await request.get(`/dashboard/${address}`)).status(), address).toBe(200)
  await page.goto('/dashboard')
  await connectEvm(page, wallet)
  await button(page, 'Sign in with wallet').click()
  await page.getByLabel('Name of the shop').fill('A shop')
  await page.getByLabel('Address of the shop').fill(handle)
  await expectAccessible(page)
  await expect(page.locator('#main').getByText(wallet.address)).toBeVisible()
  await button(page, 'Open the shop').click()
  await expect(page.getByRole('heading', { name: 'What do you want to sell?' })).toBeVisible()
  await page.goto('/dashboard/payees')
  await page.getByLabel('Address that gets the money').fill(privateKeyToAddress(generatePrivateKey()))
  await page.getByLabel('This is my address, letter by letter').check()
  await button(page, 'Confirm this address').click()
  await expectAccessible(page)
  await confirmChange(page)
  await expect(page.getByRole('table', { name: 'Confirmed addresses' })).toContainText('Base Sepolia')

  await page.getByRole('link', { name: 'For sale', exact: true }).click()
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

  await page.getByRole('link', { name: 'Developers', exact: true }).click()
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible()
  await page.getByLabel('Address of your server').fill(`${seller.origin}/hook`)
  await button(page, 'Add the webhook').click()
  const key = await page.locator('code', { hasText: 'whsec_' }).textContent()

  const url = new URL(`/x/${handle}/echo`, page.url()).href
  await expect.poll(async () => (await fetch(url)).status).toBe(402)
  expect(await buy(request, url)).toMatchObject({ status: 200, text: '{"hasSecret":true}', settled: { success: true } })

  await page.getByRole('link', { name: 'Money', exact: true }).click()
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
  await expect(page.getByRole('table', { name: /^What sold in/ }).first()).toContainText('0.02 USDC')

  await expect.poll(() => seller.hooks.length).toBeGreaterThan(0)
  const hook = seller.hooks[0]
  const [, seconds, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(hook?.signature ?? '') ?? []
  expect(
    createHmac('sha256', key ?? '')
      .update(`${seconds}.${hook?.body}`)
      .digest('hex'),
  ).toBe(signature)
  expect(JSON.parse(hook?.body ?? '')).toMatchObject({ type: 'payment.settled', payment: { amountAtomic: '20000' } })
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
