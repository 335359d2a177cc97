import { type APIRequestContext, expect } from '@playwright/test'
import { BASE_SEPOLIA } from '../wallets/evm-wallet'

export const askApi = (request: APIRequestContext, secret: string, method: string, path: string, data?: object) =>
  request.fetch(`/api/v1${path}`, { method, headers: { authorization: `Bearer ${secret}` }, ...(data ? { data } : {}) })

export const priceOf = (dollars: string) => ({ dollars, networks: [BASE_SEPOLIA] })

export type FileForSale = { name: string; mimeType: string; buffer: Buffer }

type ForSale = { title: string; path: string; teaser?: string; body?: string; dollars?: string }

const routeOf = ({ dollars = '$0.01', ...route }: ForSale) => ({
  ...route,
  method: 'GET',
  price: priceOf(dollars),
  signIn: {},
})

/** Sells a text or a file, for a cent unless it says otherwise; either opens without end to its payer. */
export async function sellByProgram(
  request: APIRequestContext,
  secret: string,
  { file, ...route }: ForSale & { file?: FileForSale },
): Promise<{ routeId: string; url: string }> {
  const kind = file ? 'file' : 'article'
  const made = await askApi(request, secret, 'POST', '/routes', { ...routeOf(route), kind })
  expect(made.status(), await made.text()).toBe(201)
  const { routeId, url } = await made.json()
  if (!file) return { routeId, url }
  const headers = { authorization: `Bearer ${secret}`, 'content-type': file.mimeType }
  const upload = `/api/v1/routes/${routeId}/file?name=${file.name}`
  expect((await request.put(upload, { headers, data: file.buffer })).status()).toBe(200)
  expect((await askApi(request, secret, 'POST', `/routes/${routeId}/publish`)).status()).toBe(200)
  return { routeId, url }
}

/** Says something else of a text from now on. */
export async function changeByProgram(
  request: APIRequestContext,
  secret: string,
  routeId: string,
  route: ForSale,
): Promise<void> {
  const changed = await askApi(request, secret, 'PUT', `/routes/${routeId}`, { ...routeOf(route), kind: 'article' })
  expect(changed.status(), await changed.text()).toBe(200)
}
