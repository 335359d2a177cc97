import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { expect, test } from '@playwright/test'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { x402Client, x402HTTPClient } from '@x402/fetch'
import { Agent, fetch } from 'undici'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { openShop } from './sellers/open-shop'
import { askApi, priceOf } from './sellers/sell-by-program'
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
  const { handle, secret } = await openShop(page, { word: 'uploads', scopes: ['routes:write'] })
  const upstream = { url: `${await startService()}/films` }
  const route = {
    kind: 'api',
    title: 'A place for films',
    method: 'POST',
    path: '/films',
    upstream,
    price: priceOf('$0.03'),
  }
  const tooMuch = await askApi(request, secret, 'POST', '/routes', { ...route, maxUploadBytes: 2_001 * MB })
  expect([tooMuch.status(), Object.keys((await tooMuch.json()).fields)]).toEqual([422, ['maxUploadBytes']])
  const made = await askApi(request, secret, 'POST', '/routes', { ...route, maxUploadBytes: 20 * MB })
  expect(made.status(), await made.text()).toBe(201)

  const account = privateKeyToAccount(generatePrivateKey())
  await fund(request, { network: BASE_SEPOLIA, address: account.address, amount: '100000' })
  const client = new x402HTTPClient(new x402Client().register('eip155:*', new ExactEvmScheme(account)))
  const url = `${baseURL}/x/${handle}/films`
  // More than the 10 MB of which Next.js keeps a copy where a request passes its proxy.
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
  const dispatcher = new Agent({ connections: 1 })
  const send = (megabytes: number, headers: Record<string, string>) => {
    const parts = Array.from({ length: megabytes }, () => new Uint8Array(MB))
    return fetch(url, { method: 'POST', headers, body: Readable.from(parts), duplex: 'half', dispatcher })
  }
  const sign = async () => {
    const asked = await fetch(url, { method: 'POST' })
    const terms = client.getPaymentRequiredResponse((name) => asked.headers.get(name), await asked.json())
    return client.encodePaymentSignatureHeader(await client.createPaymentPayload(terms))
  }
  const answer = await send(12, { ...(await sign()), accept })
  expect([answer.status, await answer.text()]).toEqual([200, `{"bytes":${12 * MB}}`])

  // What is too large leaves its connection to the next request.
  const tooLarge = await send(21, await sign())
  expect([tooLarge.status, (await tooLarge.json()) as { code: string }]).toMatchObject([
    413,
    { code: 'request_too_large' },
  ])
  expect((await send(1, {})).status).toBe(402)
  await dispatcher.destroy()
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
