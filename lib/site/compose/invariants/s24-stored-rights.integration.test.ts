import { beforeAll, describe, expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { createEvmBuyer, type TestBuyer } from '@/development/testing/test-buyer'
import { createTestSeller, priceOf } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import { Prisma } from '@/lib/base/infra/database'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { listPurchases } from '@/lib/payments/list-purchases'
import { archiveRoute } from '@/lib/shop/sellers/routes/move-route'
import { updateRoute } from '@/lib/shop/sellers/routes/write-route'
import {
  buy as buyAt,
  giveBack as giveBackFrom,
  opens as opensAt,
  sell,
  article as textAt,
} from '@/lib/shop/testing/selling'

const world = testWorld()
const site = await openTestSite()
const seller = await createTestSeller(site)

const article = (path: string, more: object = {}) =>
  textAt(path, { price: priceOf('$0.001'), signIn: {}, body: 'Paid for.', ...more })
const make = (input: object) => sell(site, seller, input)
const urlOf = (path: string) => `${site.origin}/x/${seller.handle}${path}`

const buy = async (path: string) => (await buyAt(urlOf(path))).buyer
const opens = (buyer: TestBuyer, path: string) => opensAt(buyer, urlOf(path))

describe('S-24: a right to what a shop sold', () => {
  it('opens nothing of other goods that have its address later', async () => {
    const { routeId } = await make(article('/used'))
    const buyer = await buy('/used')
    expect(await opens(buyer, '/used')).toBe(true)
    await archiveRoute(site.application.sellers, seller.actor, routeId)
    await make(article('/used', { title: 'Another text', price: priceOf('$100') }))
    expect(await opens(buyer, '/used')).toBe(false)
  })

  it('opens nothing of them either where it was paid for before sign-in was offered', async () => {
    const { routeId } = await make(article('/once', { signIn: null }))
    const buyer = await buy('/once')
    await archiveRoute(site.application.sellers, seller.actor, routeId)
    await make(article('/once', { price: priceOf('$100') }))
    expect(await opens(buyer, '/once')).toBe(false)
  })

  it('opens all that name one address, and what is sold at it by naming it', async () => {
    const shared = urlOf('/pass')
    await make(article('/pass', { price: priceOf('$0.002') }))
    await make(article('/lesson', { signIn: { resourceUri: shared } }))
    const [holder, reader] = [await buy('/pass'), await buy('/lesson')]
    expect([await opens(holder, '/lesson'), await opens(reader, '/lesson')]).toEqual([true, true])
    expect(await opens(reader, '/pass')).toBe(false)
  })
})

describe('S-24: a payment whose content is due', () => {
  /** Pays without getting content: HEAD brings none, and nothing is stored, as for a text above 256 KiB. */
  async function owe(path: string) {
    const buyer = await createEvmBuyer(world, 10_000n)
    const { headers } = await buyer.sign(urlOf(path))
    expect((await fetch(urlOf(path), { method: 'HEAD', headers })).status).toBe(200)
    const where = { payerIdentity: buyer.address.toLowerCase() }
    const { payment } = site.application.database
    await expect.poll(async () => (await payment.findFirstOrThrow({ where })).leaseToken).toBe(null)
    const kept = { responseStatus: null, responseHeaders: Prisma.DbNull, responseBody: null }
    await payment.updateMany({ where, data: kept })
    return { buyer, headers, statusOf: async () => (await payment.findFirstOrThrow({ where })).status }
  }

  it.each([
    ['at another price', '$100'],
    ['at the same price', '$0.001'],
  ] as const)('opens no other goods that have its address later, %s, and is to be given back', async (_, price) => {
    const path = `/due-${price.length}`
    const { routeId } = await make(article(path))
    const [old, kept] = [await owe(path), await owe(path)]
    await archiveRoute(site.application.sellers, seller.actor, routeId)
    await make(article(path, { price: priceOf(price), body: 'Dear goods.' }))
    for (const _time of ['first', 'again']) {
      const answer = await fetch(urlOf(path), { headers: old.headers })
      expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'delivery_exhausted' }])
    }
    expect(await old.statusOf()).toBe('received')
    if (price !== '$0.001') return
    // A new payment buys the new goods; the earlier payment can still be used for its own.
    const bought = await fetch(urlOf(path), { headers: (await kept.buyer.sign(urlOf(path))).headers })
    expect([bought.status, await bought.text(), await kept.buyer.balance()]).toEqual([
      200,
      expect.stringContaining('Dear goods.'),
      8_000n,
    ])
  })

  it('opens it where its own route is there still, and what was kept of it where another is', async () => {
    const { routeId } = await make(article('/due-kept'))
    const due = await owe('/due-kept')
    expect((await fetch(urlOf('/due-kept'), { headers: due.headers })).status).toBe(200)
    const buyer = await createEvmBuyer(world, 10_000n)
    const { headers } = await buyer.sign(urlOf('/due-kept'))
    await fetch(urlOf('/due-kept'), { method: 'HEAD', headers })
    await archiveRoute(site.application.sellers, seller.actor, routeId)
    await make(article('/due-kept', { price: priceOf('$100'), body: 'Dear goods.' }))
    const answer = await fetch(urlOf('/due-kept'), { headers })
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Paid for.')])
  })
})

describe('S-24: a refund', () => {
  /** Refunds that much of the buyer's one payment, from the seller's own wallet. */
  async function giveBack({ address }: TestBuyer, amountAtomic: bigint, more: object = {}) {
    const where = { payerIdentity: address.toLowerCase() }
    const { id: paymentId } = await site.application.database.payment.findFirstOrThrow({ where })
    await giveBackFrom(site, seller, { paymentId, to: address, amountAtomic, ...more })
  }

  beforeAll(async () => {
    await world.faucet({ network: BASE_SEPOLIA, address: seller.wallet.address, amountAtomic: 1_000_000n })
    for (const path of ['/given', '/given-once']) await make(article(path, path === '/given' ? {} : { signIn: null }))
  })

  it('of all of the price ends what it bought, and nothing of what was bought beside', async () => {
    const [buyer, neighbour] = [await buy('/given'), await buy('/given')]
    await giveBack(buyer, 400n)
    expect(await opens(buyer, '/given')).toBe(true)
    await giveBack(buyer, 600n)
    expect([await opens(buyer, '/given'), await opens(neighbour, '/given')]).toEqual([false, true])
    const wallets = [{ scope: 'evm', address: buyer.address }]
    expect(await listPurchases(site.application.database, { owner: { wallets, payments: [] } })).toMatchObject([
      { isKept: false },
    ])
  })

  it.each([
    ['first', true, false],
    ['last', false, true],
  ])('in parts leaves access where the %s of them leaves it', async (_which, first, last) => {
    const buyer = await buy('/given')
    await giveBack(buyer, 400n, { keepsAccess: first })
    await giveBack(buyer, 600n, { keepsAccess: last })
    expect(await opens(buyer, '/given')).toBe(true)
  })

  it('ends what a payment from before sign-in was offered would open', async () => {
    const buyer = await buy('/given-once')
    const { sellers, database } = site.application
    const { id } = await database.storedRoute.findFirstOrThrow({
      where: { path: '/given-once', seller: { handle: seller.handle } },
    })
    await updateRoute(sellers, seller.actor, id, article('/given-once'))
    site.application.storedRoutes.changed(seller.handle)
    expect(await opens(buyer, '/given-once')).toBe(true)
    await giveBack(buyer, 1_000n)
    expect(await opens(buyer, '/given-once')).toBe(false)
  })

  it('ends what is still due: the payment is told that it was given back', async () => {
    const buyer = await createEvmBuyer(world, 10_000n)
    const { headers } = await buyer.sign(urlOf('/given'))
    // HEAD brings no content, so the delivery is still owed.
    await fetch(urlOf('/given'), { method: 'HEAD', headers })
    await giveBack(buyer, 1_000n)
    const answer = await fetch(urlOf('/given'), { headers })
    const detail = expect.stringContaining('has given this payment back')
    expect([answer.status, await answer.json()]).toMatchObject([402, { error: 'payment_already_used', detail }])
  })
})
