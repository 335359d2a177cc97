import { afterAll, describe, expect, it } from 'vitest'
import { openTargets } from '@/development/testing/targets'
import { createEvmBuyer, type TestBuyer } from '@/development/testing/test-buyer'
import { parseHeader } from '@/lib/base/x402/header-codec'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { endRight } from '@/lib/payments/grants'
import { findRequestSession } from '../../sign-in/sessions'

const targets = await openTargets()
const accepts = { scheme: 'exact', price: '$0.001', network: BASE_SEPOLIA, payTo: targets.payTo } as const
const extensions = { 'sign-in-with-x': { entitlementSeconds: 3600 } }
const kept = { accepts, extensions: { ...extensions, 'payment-identifier': {} }, isUnchanging: true }
const handler = (request: Request) => Response.json({ content: new URL(request.url).pathname })
const target = await targets.ours({
  routes: {
    'GET /book': { config: kept, handler },
    'GET /other-book': { config: kept, handler },
    'GET /news': { config: { accepts, extensions }, handler },
  },
})
afterAll(() => targets.close())

const newBuyer = () => createEvmBuyer(targets.world, 1_000_000n)
const get = (path: string, headers: Record<string, string> = {}) => fetch(`${target.origin}${path}`, { headers })
const sign = (buyer: TestBuyer, path: string) => buyer.sign(`${target.origin}${path}`)
const fromPage = { 'sec-fetch-site': 'same-origin' }

async function pay(buyer: TestBuyer, path: string, extra: Record<string, string> = {}) {
  const response = await get(path, { ...(await sign(buyer, path)).headers, ...extra })
  const settled = parseHeader(response.headers.get('payment-response') ?? '')
  const cookie = response.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  return { status: response.status, settled: settled.ok ? settled.value : null, cookie, response }
}

const spent = async (buyer: TestBuyer) => 1_000_000n - (await buyer.balance())
const database = () => target.site.application.database
const rightsOf = (buyer: TestBuyer) => ({ addressIdentity: buyer.address.toLowerCase() })
const paidBy = (buyer: TestBuyer) => ({ payerIdentity: buyer.address.toLowerCase() })

describe('a further payment of an owner', () => {
  it('gets the content, is charged nothing and says so, and is used up', async () => {
    const buyer = await newBuyer()
    expect((await pay(buyer, '/book')).status).toBe(200)
    const { headers } = await sign(buyer, '/book')
    const again = await get('/book', headers)
    expect([again.status, await again.json()]).toEqual([200, { content: '/book' }])
    expect(parseHeader(again.headers.get('payment-response') ?? '')).toMatchObject({
      value: { success: true, amount: '0', transaction: '', extra: { reason: 'already_owned' } },
    })
    expect((await get('/book', headers)).status).toBe(402)
    expect(await spent(buyer)).toBe(1_000n)
    const rows = await database().payment.findMany({ where: paidBy(buyer), orderBy: { claimedAt: 'asc' } })
    expect(rows.map(({ status, reason }) => [status, reason])).toEqual([
      ['settled', null],
      ['spent_zero', 'already_owned'],
    ])
  })

  it('never opens it to another wallet, nor another resource', async () => {
    const [owner, other] = [await newBuyer(), await newBuyer()]
    await pay(owner, '/book')
    await pay(other, '/book')
    await pay(owner, '/other-book')
    expect([await spent(other), await spent(owner)]).toEqual([1_000n, 2_000n])
  })

  it('is charged again once the right has ended by time or by a refund', async () => {
    const buyer = await newBuyer()
    await pay(buyer, '/book')
    await database().entitlement.updateMany({
      where: rightsOf(buyer),
      data: { expiresAt: new Date(Date.now() - 1000) },
    })
    await pay(buyer, '/book')
    expect(await spent(buyer)).toBe(2_000n)

    const refunded = await newBuyer()
    await pay(refunded, '/book')
    const paid = await database().payment.findFirstOrThrow({ where: paidBy(refunded) })
    await database().$transaction((transaction) => endRight(transaction, paid.id))
    await pay(refunded, '/book')
    expect(await spent(refunded)).toBe(2_000n)
  })

  it('is charged where answers change', async () => {
    const buyer = await newBuyer()
    await pay(buyer, '/news')
    await pay(buyer, '/news')
    expect(await spent(buyer)).toBe(2_000n)
  })
})

describe("a browser's record of a purchase", () => {
  it('comes with the content to our own page only, and opens it again there', async () => {
    const buyer = await newBuyer()
    const { cookie, response } = await pay(buyer, '/book', fromPage)
    expect(response.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax/)
    const again = await get('/book', { ...fromPage, cookie })
    expect([again.status, again.headers.has('payment-response')]).toEqual([200, false])
    expect((await pay(await newBuyer(), '/book')).cookie).toBe('')
    expect((await pay(await newBuyer(), '/book', { 'sec-fetch-site': 'cross-site' })).cookie).toBe('')
    for (const site of ['cross-site', 'same-site'])
      expect((await get('/book', { 'sec-fetch-site': site, cookie })).status).toBe(402)
  })

  it('is no sign-in: the payer has other things, and they stay closed', async () => {
    const buyer = await newBuyer()
    await pay(buyer, '/other-book')
    const { cookie } = await pay(buyer, '/book', fromPage)
    expect((await get('/other-book', { ...fromPage, cookie })).status).toBe(402)
    // The same address, since then open to wallets that sign, as the handler is told.
    const later = await targets.ours({
      publicOrigin: target.origin,
      routes: {
        'GET /book': {
          config: { accepts: [], extensions: { 'sign-in-with-x': { network: BASE_SEPOLIA } } },
          handler: () => new Response('for a wallet that signs'),
        },
      },
    })
    expect((await fetch(`${later.origin}/book`, { headers: { ...fromPage, cookie } })).status).toBe(402)
    const request = new Request(target.origin, { headers: { ...fromPage, cookie } })
    expect(await findRequestSession(target.site.application.gate, request)).toBeNull()
  })

  it('is not made by hand, and ends with the right', async () => {
    const buyer = await newBuyer()
    const { cookie } = await pay(buyer, '/book', fromPage)
    const paid = await database().payment.findFirstOrThrow({ where: paidBy(buyer) })
    const bytes = Buffer.from(paid.id.replaceAll('-', ''), 'hex').toString('base64url')
    const [name = '', value = ''] = cookie.split('=', 2)
    const forged = [
      `${name}=${bytes}`,
      `${name}=${bytes}.`,
      `${name}=${bytes}.${'A'.repeat(43)}`,
      `${cookie}; ${cookie}`,
    ]
    for (const made of [...forged, `${name}=${bytes}${value}`])
      expect((await get('/book', { ...fromPage, cookie: made })).status).toBe(402)
    await database().$transaction((transaction) => endRight(transaction, paid.id))
    expect((await get('/book', { ...fromPage, cookie })).status).toBe(402)
  })
})
