import { generateKeyPairSync } from 'node:crypto'
import { createLocalJWKSet, exportJWK, jwtVerify } from 'jose'
import { afterAll, expect, it } from 'vitest'
import { evmFacilitator, freshAccount } from '@/development/devnet/testing/evm-parties'
import { openTestSite } from '@/development/testing/open-test-site'
import { serveFetch } from '@/development/testing/serve-fetch'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { testWorld } from '@/development/testing/test-world'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'

const world = testWorld()
const gas = freshAccount()
await world.faucet({ network: BASE_SEPOLIA, address: gas.address, amountAtomic: 0n })
const sdk = evmFacilitator(world.evmRpcUrl, gas)

const TOKEN = 'a-token-of-the-test'
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const [own, shown] = [await exportJWK(privateKey), await exportJWK(publicKey)]
const keySecret = Buffer.concat([own.d, shown.x].map((half) => Buffer.from(half ?? '', 'base64url'))).toString('base64')
const keys = createLocalJWKSet({ keys: [{ ...shown, kid: 'key-1', alg: 'EdDSA' }] })
const usedNonces = new Set<unknown>()
let isRevoked = false

/** Verifies a token as Coinbase does: signed by the key, only for this method and address, for two minutes, once. */
async function isOfKey(request: Request, token: string): Promise<boolean> {
  const read = await jwtVerify(token, keys, { issuer: 'cdp', subject: 'key-1', maxTokenAge: 120 }).catch(() => null)
  if (!read) return false
  const { nonce } = read.protectedHeader as { nonce?: string }
  const { host, pathname } = new URL(request.url)
  const isFresh = !usedNonces.has(nonce)
  usedNonces.add(nonce)
  return isFresh && JSON.stringify(read.payload.uris) === JSON.stringify([`${request.method} ${host}${pathname}`])
}

/** The unmodified SDK's facilitator, once behind a token and once behind tokens made for each request. */
const theirs = await serveFetch(async (request) => {
  const [, access, verb] = new URL(request.url).pathname.split('/')
  const token = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
  const mayEnter = !isRevoked && (access === 'token' ? token === TOKEN : await isOfKey(request, token))
  if (!mayEnter) return Response.json({ error: 'unauthorized' }, { status: 401 })
  if (verb === 'supported') return Response.json(sdk.getSupported())
  type Body = { paymentPayload: PaymentPayload; paymentRequirements: PaymentRequirements }
  const { paymentPayload, paymentRequirements } = (await request.json()) as Body
  return Response.json(await sdk[verb === 'verify' ? 'verify' : 'settle'](paymentPayload, paymentRequirements))
})
afterAll(() => theirs.stop())

const payTo = freshAccount().address
const routes = {
  'GET /paid': {
    config: { accepts: { scheme: 'exact', price: '$0.01', network: BASE_SEPOLIA, payTo } },
    handler: () => Response.json({ content: 'paid' }),
  },
} as const
const openSite = (url: string, credential: string) =>
  openTestSite({ env: { FACILITATOR_URLS: `${url} ${credential}` }, routes })
const byToken = await openSite(`${theirs.origin}/token`, `bearer ${TOKEN}`)
const byKey = await openSite(`${theirs.origin}/key`, `cdp key-1 ${keySecret}`)
const byOtherToken = await openSite(`${theirs.origin}/token`, 'bearer another-token')

it.each([
  ['a token', byToken],
  ['a key that signs a token for each request', byKey],
])('sells through a stock facilitator that asks for %s, and for nothing once that is revoked', async (_what, site) => {
  const buyer = await createEvmBuyer(world, 20_000n)
  const url = `${site.origin}/paid`
  const response = await fetch(url, { headers: (await buyer.sign(url)).headers })
  expect([response.status, await response.json()]).toEqual([200, { content: 'paid' }])
  expect(await buyer.balance()).toBe(10_000n)
  const { headers } = await buyer.sign(url)
  isRevoked = true
  try {
    expect((await fetch(url, { headers })).status).toBe(503)
  } finally {
    isRevoked = false
  }
  expect(await buyer.balance()).toBe(10_000n)
})

it('offers nothing through a facilitator that refuses its token', async () => {
  const response = await fetch(`${byOtherToken.origin}/paid`)
  expect([response.status, await response.json()]).toMatchObject([503, { code: 'route_not_ready' }])
})
