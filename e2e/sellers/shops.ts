import { randomBytes } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { BASE_SEPOLIA, type EvmTestWallet, injectEvmWallet } from '../wallets/evm-wallet'

type ShopOrder = {
  /** The handle begins with it. */
  word: string
  /** Scopes of its API key. Without any, it gets none. */
  scopes?: string[]
}

/** A handle that no other test has. */
export const newHandle = (word: string): string => `${word}-${randomBytes(4).toString('hex')}`

/** By default another wallet of the seller's gets the money, so that the one that is connected may buy. */
const shopOf = ({ word, scopes = [] }: ShopOrder) => ({
  handle: newHandle(word),
  name: 'A shop',
  payTo: privateKeyToAddress(generatePrivateKey()),
  scopes,
})

/**
 * A shop with a confirmed payout address, whose seller is signed in with a wallet that the browser remembers. Nothing of
 * it is clicked: opening a shop is tested in first-sale.spec.ts.
 */
export async function openShop(
  page: Page,
  order: ShopOrder,
): Promise<{ handle: string; wallet: EvmTestWallet; secret: string }> {
  const key = generatePrivateKey()
  const shop = shopOf(order)
  const wallet = await injectEvmWallet(page, { key, isAuthorised: true })
  const secret = await signIn(page, key, shop)
  const remembered = encodeURIComponent(JSON.stringify([wallet.id, wallet.name, wallet.address]))
  await page.context().addCookies([{ name: 'wallet-evm', value: remembered, url: process.env.E2E_ORIGIN ?? '' }])
  return { handle: shop.handle, wallet, secret }
}

/** A shop that only its key is used of: no browser is signed in. */
export async function openShopByProgram({ word, scopes = ['routes:write'] }: ShopOrder) {
  const shop = shopOf({ word, scopes })
  const { secret } = await arrange({ key: generatePrivateKey(), userAgent: 'A test', shop })
  return { handle: shop.handle, secret: secret ?? '' }
}

/** Signs the browser in with that wallet, and opens a shop. The secret of its key. */
export async function signIn(page: Page, key: Hex, shop: ReturnType<typeof shopOf> | null = null): Promise<string> {
  const userAgent = await page.evaluate(() => navigator.userAgent)
  const { cookie, secret } = await arrange({ key, userAgent, shop })
  await page.context().addCookies([{ ...cookie, url: process.env.E2E_ORIGIN ?? '', httpOnly: true, sameSite: 'Lax' }])
  return secret ?? ''
}

/** Asks the program that opens shops without a browser (development/testing/arrange-sellers.ts). */
async function arrange(order: { key: Hex; userAgent: string; shop: ReturnType<typeof shopOf> | null }) {
  const answer = await fetch(process.env.E2E_ARRANGER ?? '', { method: 'POST', body: JSON.stringify(order) })
  if (!answer.ok) throw new Error(`No shop was opened: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as { cookie: { name: string; value: string }; secret: string | null }
}

/** The headers of a request that our own page makes; without them, the cookie does not count. */
export const asOwnPage = { headers: { 'sec-fetch-site': 'same-origin' } }

export const askApi = (request: APIRequestContext, secret: string, method: string, path: string, data?: object) =>
  request.fetch(`/api/v1${path}`, { method, headers: { authorization: `Bearer ${secret}` }, ...(data ? { data } : {}) })

export const priceOf = (dollars: string) => ({ dollars, networks: [BASE_SEPOLIA] })

export type FileForSale = { name: string; mimeType: string; buffer: Buffer }

type ForSale = { title: string; path: string; teaser?: string; body?: string; dollars?: string }

export const routeOf = ({ dollars = '$0.01', ...route }: ForSale) => ({
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
