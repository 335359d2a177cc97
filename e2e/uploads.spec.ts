import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { expect, test } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createStockBuyer } from '@/testing/stock-buyer'
import { openMore } from './sellers/open-more'
import { openShop } from './sellers/open-shop'
import { newHandle } from './sellers/sell'
import { button } from './wallets/at-checkout'
import { BASE_SEPOLIA } from './wallets/evm-wallet'
import { fund } from './wallets/fund'

const MB = 1_000_000
let service: Server | null = null
test.afterEach(() => service?.close())

test('an upload in parts reaches a seller’s server whole, also as a browser would send it', async ({
  page,
  request,
  baseURL,
}) => {
  const handle = newHandle('uploads')
  await openShop(page, { handle })
  await page.goto('/dashboard/routes')
  await page.getByRole('link', { name: 'API', exact: true }).click()
  await page.getByLabel('Title').fill('A place for films')
  await page.getByLabel('Address of your server').fill(`${await startService()}/films`)
  await page.getByLabel('Price, in dollars').fill('0.03')
  await openMore(page)
  await page.getByLabel('Method').selectOption('POST')
  await page.getByLabel('Path', { exact: true }).fill('/films')
  await page.getByLabel('Largest upload, in megabytes').fill('2001')
  await button(page, 'Save and sell').click()
  await expect(page.getByLabel('Largest upload, in megabytes')).toBeFocused()
  await page.getByLabel('Largest upload, in megabytes').fill('20')
  await button(page, 'Save and sell').click()
  await expect(page.getByText('Live', { exact: true }).first()).toBeVisible()

  const key = generatePrivateKey()
  const { address } = privateKeyToAccount(key)
  await fund(request, { network: BASE_SEPOLIA, address, amount: '100000' })
  const buyer = createStockBuyer({ evm: { key, rpcUrl: process.env.E2E_EVM_RPC_URL ?? '' } })
  const url = `${baseURL}/x/${handle}/films`
  // More than the 10 MB of which Next.js keeps a copy where a request passes its proxy.
  const { headers } = await buyer.sign(url, { method: 'POST' })
  const parts = Array.from({ length: 12 }, () => new Uint8Array(MB))
  const body = Readable.toWeb(Readable.from(parts)) as ReadableStream
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
  const init = { method: 'POST', headers: { ...headers, accept }, body, duplex: 'half' }
  const answer = await fetch(url, init as RequestInit) // Types of browsers leave `duplex` out.
  expect([answer.status, await answer.text()]).toEqual([200, `{"bytes":${12 * MB}}`])
})

/** Says how many bytes it was sent. */
async function startService(): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    let bytes = 0
    incoming.on('data', (part: Buffer) => (bytes += part.length))
    incoming.on('end', () => {
      outgoing.setHeader('content-type', 'application/json')
      outgoing.end(JSON.stringify({ bytes }))
    })
  })
  service = server
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
