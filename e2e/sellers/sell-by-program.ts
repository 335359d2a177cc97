import { type APIRequestContext, expect } from '@playwright/test'
import { BASE_SEPOLIA } from '../wallets/evm-wallet'

/** Asks the sellers' API as a program does that holds the key. */
export const askApi = (request: APIRequestContext, secret: string, method: string, path: string, data?: object) =>
  request.fetch(`/api/v1${path}`, { method, headers: { authorization: `Bearer ${secret}` }, ...(data ? { data } : {}) })

export type FileForSale = { name: string; mimeType: string; buffer: Buffer }

/** Sells a text or a file for a cent; either opens for good to its payer. */
export async function sellByProgram(
  request: APIRequestContext,
  secret: string,
  { file, ...route }: { title: string; path: string; teaser?: string; body?: string; file?: FileForSale },
): Promise<void> {
  const price = { dollars: '$0.01', networks: [BASE_SEPOLIA] }
  const kind = file ? 'file' : 'article'
  const made = await askApi(request, secret, 'POST', '/routes', { ...route, kind, method: 'GET', price, signIn: {} })
  expect(made.status(), await made.text()).toBe(201)
  if (!file) return
  const { routeId } = await made.json()
  const headers = { authorization: `Bearer ${secret}`, 'content-type': file.mimeType }
  const upload = `/api/v1/routes/${routeId}/file?name=${file.name}`
  expect((await request.put(upload, { headers, data: file.buffer })).status()).toBe(200)
  expect((await askApi(request, secret, 'POST', `/routes/${routeId}/publish`)).status()).toBe(200)
}
