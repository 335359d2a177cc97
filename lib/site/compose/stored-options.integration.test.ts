import { generateKeyPairSigner } from '@solana/kit'
import { afterAll, describe, expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { serveFetch } from '@/development/testing/serve-fetch'
import { confirmed, signInHeaders } from '@/development/testing/sign-in-proofs'
import { termsOf } from '@/development/testing/terms-of'
import { createEvmBuyer, createSvmBuyer, readUsdc } from '@/development/testing/test-buyer'
import { createTestKey, createTestSeller } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { syncListings } from '@/lib/shop/sellers/listings/listings'
import { confirmPayTo } from '@/lib/shop/sellers/payments/payees'

const world = testWorld()
const site = await openTestSite({})

const seller = await createTestSeller(site)
const solanaPayTo = (await generateKeyPairSigner()).address
// Solana's tokens go to an account that the facilitator's payee must have.
await world.faucet({ network: SOLANA_DEVNET, address: solanaPayTo, amountAtomic: 1n })
const input = { network: SOLANA_DEVNET, address: solanaPayTo, confirmation: solanaPayTo }
await confirmed(seller.wallet, (proof) => confirmPayTo(site.application.sellers, seller.actor, input, proof))
const secret = (await createTestKey(site, seller, { name: 'all', scopes: ['routes:read', 'routes:write'] })).secret
const upstream = await serveFetch(async () =>
  Response.json({ paid: 'content' }, { headers: { 'settlement-amount': '50%' } }),
)
afterAll(() => upstream.stop())

let places = 0
const fresh = () => `/options-${(places += 1)}`

const api = (options: object[] | undefined, more: object = {}) => ({
  ...{ kind: 'api', title: 'Answers', method: 'GET', path: fresh(), upstream: { url: upstream.origin } },
  ...(options && { options }),
  ...more,
})
const byteStream = { isStreaming: true, metering: { unit: 'byte', dollars: '$0.01' } }
const metered = (options: object[] | undefined, more: object = {}) =>
  api(options, { kind: 'metered_api', metering: { unit: 'header' }, ...more })

const twoWays = [
  { scheme: 'exact', dollars: '$0.02', networks: [SOLANA_DEVNET] },
  { scheme: 'upto', dollars: '$0.10', networks: [BASE_SEPOLIA] },
]
const twoPrices = [
  { dollars: '$0.05', networks: [SOLANA_DEVNET] },
  { dollars: '$0.01', networks: [BASE_SEPOLIA] },
]

async function call(method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const answer = await site.application.sellerApi(new Request(`${site.origin}/api/v1${path}`, init))
  return { status: answer.status, json: await answer.json() }
}

async function make(input: object): Promise<{ url: string; routeId: string }> {
  const { status, json } = await call('POST', '/routes', input)
  expect([status, json.fields]).toEqual([201, undefined])
  site.application.storedRoutes.changed(seller.handle)
  return json
}

const waysOf = async (url: string) =>
  termsOf(await fetch(url)).accepts.map(({ scheme, network, amount, payTo }) => [scheme, network, amount, payTo])

describe('a stored route with options', () => {
  it('offers them in its seller’s order, each paid by a stock client at its own price', async () => {
    const { url } = await make(metered(twoWays))
    expect(await waysOf(url)).toEqual([
      ['exact', SOLANA_DEVNET, '20000', solanaPayTo],
      ['upto', BASE_SEPOLIA, '100000', seller.payTo],
    ])
    const [onSolana, onEvm] = [await createSvmBuyer(world, 1_000_000n), await createEvmBuyer(world, 1_000_000n)]
    const exact = await fetch(url, { headers: (await onSolana.sign(url)).headers })
    expect([exact.status, await exact.text()]).toEqual([200, '{"paid":"content"}'])
    const before = await readUsdc(world, seller.payTo)
    const upto = await fetch(url, { headers: (await onEvm.sign(url)).headers })
    expect([upto.status, await upto.text()]).toEqual([200, '{"paid":"content"}'])
    // The service names half of the maximum, which is ignored for a fixed price.
    expect((await readUsdc(world, seller.payTo)) - before).toBe(50_000n)
    const payments = await site.application.database.payment.findMany({
      where: { resourceUri: url },
      orderBy: { id: 'asc' },
    })
    expect(
      payments.map(({ scheme, network, status, settledAtomic }) => [scheme, network, status, String(settledAtomic)]),
    ).toEqual([
      ['exact', SOLANA_DEVNET, 'settled', '20000'],
      ['upto', BASE_SEPOLIA, 'settled', '50000'],
    ])
  })

  it('is read back and listed with all of them', async () => {
    const { url, routeId } = await make(api(twoPrices, { discovery: { isListed: true } }))
    const { json } = await call('GET', `/routes/${routeId}`)
    expect(json.settings.options).toEqual(twoPrices.map((option) => ({ scheme: 'exact', ...option })))
    expect(json.settings.price).toMatchObject({ dollars: '$0.05', networks: [SOLANA_DEVNET, BASE_SEPOLIA] })
    await syncListings(site.application.sellers)
    const found = await site.application.catalog.get(`GET ${url}`)
    expect(found?.entry.options.map(({ network, amountAtomic }) => [network, amountAtomic?.toString()])).toEqual([
      [SOLANA_DEVNET, '50000'],
      [BASE_SEPOLIA, '10000'],
    ])
  })

  const once = { dollars: '$0.01', networks: [BASE_SEPOLIA] }
  const unknown = 'eip155:1'
  it('is refused by the field that does not fit', async () => {
    const refused: [() => object, string][] = [
      [() => api([once], { price: once }), 'options'],
      [() => api(undefined), 'price'],
      [() => api([]), 'options'],
      [() => api([once, { ...once, dollars: '$0.02' }]), 'options.1.networks'],
      [() => api([{ ...once, networks: [unknown] }]), 'options.0.networks.0'],
      [() => api([once, { ...once, networks: ['eip155:8453'] }]), 'options.1.networks'],
      [() => api([{ ...once, scheme: 'upto' }]), 'options.0.scheme'],
      [() => metered([{ scheme: 'upto', networks: [BASE_SEPOLIA] }]), 'options.0.dollars'],
      [() => metered([{ ...once, scheme: 'upto', networks: [SOLANA_DEVNET] }]), 'options'],
      [() => api([{ ...once, dollars: '0.01 DOGE' }]), 'options.0.dollars'],
      [() => api([{ ...once, dollars: '$0' }]), 'options.0.dollars'],
      [() => api([{ ...once, scheme: 'batch-settlement' }]), 'options.0.scheme'],
      [() => api([{ ...once, payTo: solanaPayTo }]), 'options.0'],
      [() => metered([once], byteStream), 'options.0.scheme'],
      [() => metered([{ ...once, scheme: 'upto', networks: [SOLANA_DEVNET] }], byteStream), 'options'],
    ]
    for (const [input, field] of refused) {
      const { status, json } = await call('POST', '/routes', input())
      expect([status, Object.keys(json.fields ?? {})]).toEqual([422, [field]])
    }
  })
})

describe('the sign-in of a stored route', () => {
  const price = { dollars: '$0.01', networks: [BASE_SEPOLIA] }
  const withSignIn = (signIn: object) => api(undefined, { price, signIn })

  it('keeps purchases under an address of the shop, in challenges as short as asked', async () => {
    const shared = `${site.origin}/x/${seller.handle}/all`
    const signIn = { resourceUri: shared, domain: new URL(site.origin).host, expirationSeconds: 60 }
    const [one, two] = [await make(withSignIn(signIn)), await make(withSignIn(signIn))]
    const buyer = await createEvmBuyer(world, 1_000_000n)
    expect((await fetch(two.url, { headers: await signInHeaders(two.url, buyer.key) })).status).toBe(402)
    const { headers, paymentRequired } = await buyer.sign(one.url)
    const { info } = paymentRequired.extensions?.['sign-in-with-x'] as { info: Record<string, string> }
    expect([info.uri, info.domain]).toEqual([shared, new URL(site.origin).host])
    expect(Date.parse(info.expirationTime ?? '') - Date.parse(info.issuedAt ?? '')).toBe(60_000)
    expect((await fetch(one.url, { headers })).status).toBe(200)
    expect((await fetch(two.url, { headers: await signInHeaders(two.url, buyer.key) })).status).toBe(200)
    expect(await buyer.balance()).toBe(990_000n)
  })

  it('refuses an address that is not the shop’s', async () => {
    const refused: [string, unknown][] = [
      ['domain', 'bank.example'],
      ['domain', `${new URL(site.origin).host}.bank.example`],
      ['resourceUri', 'https://bank.example/x'],
      ['resourceUri', `${site.origin}/x/another-shop/a`],
      ['resourceUri', `${site.origin}/x/${seller.handle}/../another-shop/a`],
      ['resourceUri', `${site.origin}/x/${seller.handle}/a?b`],
      ['resourceUri', `${site.origin}/dashboard`],
      ['resourceUri', 'no address'],
      ['expirationSeconds', 5],
    ]
    for (const [field, value] of refused) {
      const { status, json } = await call('POST', '/routes', withSignIn({ [field]: value }))
      expect([value, status, Object.keys(json.fields ?? {})]).toEqual([value, 422, [`signIn.${field}`]])
    }
  })
})
