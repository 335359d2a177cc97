import { createHash, randomBytes } from 'node:crypto'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { beforeAll, describe, expect, it } from 'vitest'
import { createChannelBuyer } from '@/development/testing/channel-buyer'
import { openTestSite } from '@/development/testing/open-test-site'
import { signInHeaders } from '@/development/testing/sign-in-buyer'
import { createStockBuyer } from '@/development/testing/stock-buyer'
import { readUsdc } from '@/development/testing/test-buyer'
import { createTestSeller, priceOf, type TestSeller } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { findPassEnd } from '@/lib/payments/find-held-passes'
import { redeemGiftLink } from '@/lib/payments/gift-link'
import { listPurchases } from '@/lib/payments/list-purchases'
import { endRight } from '@/lib/payments/renew-rights'
import { takeBackLost } from '@/lib/payments/take-back-lost'
import { listPassFigures } from '@/lib/shop/sellers/payments/list-pass-figures'
import { promiseRefund } from '@/lib/shop/sellers/refunds/promise-refund'
import { recordRefund } from '@/lib/shop/sellers/refunds/record-refund'
import { createRoute } from '@/lib/shop/sellers/routes/create-route'

const world = testWorld()
const site = await openTestSite()
const { sellers, database } = site.application
let seller: TestSeller
let count = 0

beforeAll(async () => {
  seller = await createTestSeller(site)
})

async function makeText(more: object = {}, by = seller): Promise<string> {
  const path = `/gift-${++count}`
  const text = { kind: 'article', title: `The text ${path}`, method: 'GET', path, teaser: 'Open.', body: 'Closed.' }
  const { url } = await createRoute(sellers, by.actor, { ...text, price: priceOf('$0.05'), ...more })
  await expect.poll(async () => (await fetch(url)).status).toBe(402)
  return url
}

/** A page of the site, whose browser is remembered. */
const asPage = { origin: site.origin, 'sec-fetch-site': 'same-origin' }

/** A wallet with a dollar, which pays by the stock client. */
async function openWallet(key = generatePrivateKey()) {
  const address = privateKeyToAddress(key)
  await world.faucet({ network: BASE_SEPOLIA, address, amountAtomic: 1_000_000n })
  const buyer = createStockBuyer({ evm: { key, rpcUrl: world.evmRpcUrl } })
  return {
    ...{ address, spent: async () => 1_000_000n - (await readUsdc(world, address)) },
    proven: { scope: BASE_SEPOLIA, address },
    pay: async (url: string, to?: string) => {
      const { headers } = await buyer.sign(url)
      return fetch(url, { headers: { ...headers, ...(to !== undefined && { 'payment-gift': to, ...asPage }) } })
    },
    sign: async (url: string) => (await buyer.sign(url)).headers,
    prove: (url: string) => signInHeaders(url, key),
    opens: async (url: string) => (await fetch(url, { headers: await signInHeaders(url, key) })).status === 200,
  }
}

const newLink = () => createHash('sha256').update(randomBytes(32)).digest('hex')
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code]

describe('a purchase for another wallet', () => {
  it('is paid by one, and opens for the other: as its purchase, and for nobody else', async () => {
    const [giver, receiver, url] = [await openWallet(), await openWallet(), await makeText()]
    const answer = await giver.pay(url, receiver.address)
    expect([answer.status, await answer.json()]).toEqual([200, { gift: { resource: url, to: receiver.address } }])
    // No browser of the giver is let in either.
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect([await receiver.opens(url), await giver.opens(url), await giver.spent()]).toEqual([true, false, 50_000n])
    const bought = await listPurchases(database, { owner: { wallets: [receiver.proven], payments: [] } })
    expect(bought).toMatchObject([{ resourceUri: url, payer: giver.address.toLowerCase(), isKept: true }])
    // The same text may be bought for oneself.
    expect(await (await giver.pay(url)).text()).toContain('Closed.')
    expect([await giver.opens(url), await giver.spent()]).toEqual([true, 100_000n])
  })

  it('can be paid by a wallet that owns the same, and its copies are charged once', async () => {
    const [giver, receiver, url] = [await openWallet(), await openWallet(), await makeText()]
    expect((await giver.pay(url)).status).toBe(200)
    // Its sign-in would open the text in place of paying.
    const bare = await giver.sign(url)
    const headers = { ...bare, ...(await giver.prove(url)), 'payment-gift': receiver.address }
    const ends = await Promise.all(Array.from({ length: 5 }, () => fetch(url, { headers })))
    expect(ends.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status } of ends) expect([200, 402, 409]).toContain(status)
    // Without its header the payment is spent still, and its content is not its payer's.
    expect((await fetch(url, { headers: bare })).status).toBe(402)
    expect([await receiver.opens(url), await giver.spent()]).toEqual([true, 100_000n])
  })

  it('is refused uncharged where it would give nothing', async () => {
    const [giver, receiver, url] = [await openWallet(), await openWallet(), await makeText()]
    expect((await receiver.pay(url)).status).toBe(200)
    expect(await codeOf(await giver.pay(url, receiver.address))).toEqual([409, 'gift_owned'])
    // The case of its letters makes no other wallet.
    expect(await codeOf(await giver.pay(url, receiver.address.toLowerCase()))).toEqual([409, 'gift_owned'])
    expect(await codeOf(await giver.pay(url, giver.address))).toEqual([409, 'gift_owned'])
    for (const [at, to] of [
      [url, 'nobody'],
      [url, '0x123'],
      [url, `${receiver.address}, ${giver.address}`],
      [url, 'sha256:12'],
      [url, ''],
    ] as [string, string][])
      expect(await codeOf(await giver.pay(at, to))).toEqual([400, 'gift_refused'])
    // Nor is it told to anyone who only asks, whether a wallet owns something.
    expect((await fetch(url, { headers: { 'payment-gift': receiver.address } })).status).toBe(402)
    const reader = await createChannelBuyer(world, 1_000_000n)
    const { headers } = await reader.sign(url)
    const byChannel = await fetch(url, { headers: { ...headers, 'payment-gift': giver.address } })
    expect(await codeOf(byChannel)).toEqual([400, 'gift_refused'])
    expect([await giver.spent(), await reader.balance()]).toEqual([0n, 1_000_000n])
  })

  it('ends with its refund', async () => {
    const [giver, receiver, url] = [await openWallet(), await openWallet(), await makeText()]
    expect((await giver.pay(url, receiver.address)).status).toBe(200)
    const { id, payer } = await database.payment.findFirstOrThrow({
      where: { givenTo: receiver.address.toLowerCase() },
    })
    await database.$transaction((transaction) => endRight(transaction, id))
    // The refund goes to the wallet that paid.
    expect([await receiver.opens(url), payer]).toEqual([false, giver.address.toLowerCase()])
  })

  it('is not counted as a refund to the payee that was paid for it', async () => {
    const [giverKey, buyer] = [generatePrivateKey(), await openWallet()]
    const giving = await createTestSeller(site, { wallet: privateKeyToAccount(giverKey) })
    const [giver, theirs] = [await openWallet(giverKey), await createTestSeller(site, { payTo: buyer.address })]
    const bought = await makeText({}, giving)
    expect((await buyer.pay(bought)).status).toBe(200)
    expect((await giver.pay(await makeText({}, theirs), `sha256:${newLink()}`)).status).toBe(200)
    const paymentOf = (payer: string) =>
      database.payment.findFirstOrThrow({ where: { payer: payer.toLowerCase(), status: 'settled' } })
    const { refundId } = await promiseRefund(sellers, giving.actor, (await paymentOf(buyer.address)).id, {
      amount: '0.05',
    })
    const transaction = (await paymentOf(giver.address)).transaction ?? ''
    await expect(recordRefund(sellers, giving.actor, refundId, { transaction })).rejects.toMatchObject({
      code: 'REFUND_TRANSACTION_USED',
    })
    expect(await buyer.opens(bought)).toBe(true)
  })

  it('is its payer’s payment again once the chain has dropped it', async () => {
    const [giver, receiver, url] = [await openWallet(), await openWallet(), await makeText()]
    expect((await giver.pay(url, receiver.address)).status).toBe(200)
    const where = { givenTo: receiver.address.toLowerCase() }
    const { authorizationKey: key, transaction, id } = await database.payment.findFirstOrThrow({ where })
    expect(await takeBackLost(database, [{ key, transaction: transaction ?? '' }])).toBe(1)
    expect(await receiver.opens(url)).toBe(false)
    expect(await database.payment.findUniqueOrThrow({ where: { id } })).toMatchObject({
      payerIdentity: giver.address.toLowerCase(),
    })
  })
})

describe('a gift link', () => {
  it('is redeemed once, by whichever of several comes first, and by no guess', async () => {
    const [giver, url, link] = [await openWallet(), await makeText(), newLink()]
    const answer = await giver.pay(url, `sha256:${link}`)
    expect(await answer.json()).toEqual({ gift: { resource: url, to: 'link' } })
    // The link cannot be paid for twice.
    expect(await codeOf(await giver.pay(url, `sha256:${link}`))).toEqual([409, 'gift_owned'])
    const wallets = await Promise.all(Array.from({ length: 5 }, openWallet))
    expect(await redeemGiftLink(database, newLink(), giver.proven)).toEqual({ kind: 'unknown' })
    const ends = await Promise.all(wallets.map(({ proven }) => redeemGiftLink(database, link, proven)))
    expect(ends.filter(({ kind }) => kind === 'redeemed')).toEqual([{ kind: 'redeemed', resourceUri: url }])
    const opened = await Promise.all(wallets.map(({ opens }) => opens(url)))
    expect(opened).toEqual(ends.map(({ kind }) => kind === 'redeemed'))
    expect(await redeemGiftLink(database, link, giver.proven)).toEqual({ kind: 'unknown' })
    expect([await giver.opens(url), await giver.spent()]).toEqual([false, 50_000n])
  })

  it('stays good for another wallet where one has the text already, and ends with its refund', async () => {
    const [giver, owner, url, link] = [await openWallet(), await openWallet(), await makeText(), newLink()]
    expect((await owner.pay(url)).status).toBe(200)
    expect((await giver.pay(url, `sha256:${link}`)).status).toBe(200)
    expect(await redeemGiftLink(database, link, owner.proven)).toEqual({ kind: 'owned', resourceUri: url })
    const { id } = await database.payment.findFirstOrThrow({ where: { givenTo: `gift:${link}` } })
    await database.$transaction((transaction) => endRight(transaction, id))
    expect(await redeemGiftLink(database, link, giver.proven)).toEqual({ kind: 'unknown' })
    expect(await owner.opens(url)).toBe(true)
  })

  it('begins the time that was bought when it is redeemed', async () => {
    const url = await makeText({ signIn: { entitlementSeconds: 3600 } })
    const [giver, receiver, link] = [await openWallet(), await openWallet(), newLink()]
    expect((await giver.pay(url, `sha256:${link}`)).status).toBe(200)
    await database.$executeRaw`
      UPDATE payments SET settled_at = settled_at - interval '1 day', entitled_until = entitled_until - interval '1 day'
      WHERE given_to = ${`gift:${link}`}`
    expect(await redeemGiftLink(database, link, receiver.proven)).toMatchObject({ kind: 'redeemed' })
    expect(await receiver.opens(url)).toBe(true)
    const { expiresAt } = await database.entitlement.findFirstOrThrow({
      where: { addressIdentity: receiver.address.toLowerCase() },
    })
    expect(Math.abs(Number(expiresAt) - Date.now() - 3_600_000)).toBeLessThan(60_000)
  })
})

describe('a pass that is given', () => {
  const DAY_MS = 86_400_000
  const ALGORAND = 'A7NMWS3NT3IUDMLVO26ULGXGIIOUQ3ND2TXSER6EBGRZNOBOUIQXHIBGDE'

  /** A shop of its own, with a text, and a pass of 30 days for it. */
  async function openShop() {
    const by = await createTestSeller(site)
    const text = await makeText({}, by)
    const pass = {
      kind: 'pass',
      title: 'A month',
      method: 'GET',
      path: '/month',
      price: priceOf('$0.10'),
      pass: { days: 30 },
    }
    const { url, routeId } = await createRoute(sellers, by.actor, pass)
    await expect.poll(async () => (await fetch(url)).status).toBe(402)
    /** Days until the end of a wallet's pass; null for none. */
    const daysOf = async (address: string) => {
      const end = await findPassEnd(database, { passId: routeId, payerIdentity: address.toLowerCase() })
      return end && Math.round((end.getTime() - Date.now()) / DAY_MS)
    }
    const holders = async () => (await listPassFigures(sellers, by.actor))[0]?.holders
    return { text, pass: url, daysOf, holders }
  }
  const age = (identity: string, days: number) => database.$executeRaw`
    UPDATE payments SET settled_at = settled_at - make_interval(days => ${days}::int),
      entitled_until = entitled_until - make_interval(days => ${days}::int) WHERE payer_identity = ${identity}`
  const giveBack = ({ id }: { id: string }) => database.$transaction((transaction) => endRight(transaction, id))

  it('opens for its receiver, adds to what that one has, and ends with its refunds', async () => {
    const [{ text, pass, daysOf }, giver, receiver] = [await openShop(), await openWallet(), await openWallet()]
    const answer = await giver.pay(pass, receiver.address)
    expect([answer.status, await answer.json()]).toEqual([200, { gift: { resource: pass, to: receiver.address } }])
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect([await receiver.opens(text), await giver.opens(text), await giver.opens(pass)]).toEqual([true, false, false])
    expect([await daysOf(receiver.address), await daysOf(giver.address)]).toEqual([30, null])
    expect((await giver.pay(pass, receiver.address)).status).toBe(200)
    expect([await daysOf(receiver.address), await giver.spent()]).toEqual([60, 200_000n])
    const [one, other] = await database.payment.findMany({ where: { payerIdentity: receiver.address.toLowerCase() } })
    if (one) await giveBack(one)
    expect([await daysOf(receiver.address), await receiver.opens(text)]).toEqual([30, true])
    if (other) await giveBack(other)
    expect(await receiver.opens(text)).toBe(false)
  })

  it('is refused uncharged to oneself, and to a wallet that cannot sign in', async () => {
    const [{ pass }, giver] = [await openShop(), await openWallet()]
    expect(await codeOf(await giver.pay(pass, giver.address))).toEqual([409, 'gift_owned'])
    expect(await codeOf(await giver.pay(pass, ALGORAND))).toEqual([400, 'gift_refused'])
    expect(await giver.spent()).toBe(0n)
  })

  it('is redeemed once by its link, of any number of tabs, and its time begins then', async () => {
    const [{ text, pass, daysOf, holders }, giver, link] = [await openShop(), await openWallet(), newLink()]
    expect((await giver.pay(pass, `sha256:${link}`)).status).toBe(200)
    expect(await codeOf(await giver.pay(pass, `sha256:${link}`))).toEqual([409, 'gift_owned'])
    expect([await giver.opens(text), await giver.opens(pass), await giver.spent()]).toEqual([false, false, 100_000n])
    expect(await holders()).toBe(0)
    // Longer than it lasts.
    await age(`gift:${link}`, 40)
    const wallets = await Promise.all(Array.from({ length: 4 }, () => openWallet()))
    // Each in two tabs.
    const tries = [...wallets, ...wallets].map(({ proven }) => redeemGiftLink(database, link, proven))
    const ends = await Promise.all(tries)
    expect(ends.filter(({ kind }) => kind === 'redeemed')).toHaveLength(1)
    const place = ends.findIndex(({ kind }) => kind === 'redeemed') % wallets.length
    const opened = await Promise.all(wallets.map(({ opens }) => opens(text)))
    expect(opened).toEqual(wallets.map((_, index) => index === place))
    const owner = wallets[place]?.address ?? ''
    expect([await daysOf(owner), await holders()]).toEqual([30, 1])
    expect(await redeemGiftLink(database, link, giver.proven)).toEqual({ kind: 'unknown' })
    await giveBack(await database.payment.findFirstOrThrow({ where: { payerIdentity: owner.toLowerCase() } }))
    expect(await wallets[place]?.opens(text)).toBe(false)
  })

  it('gives no more than its own time to a wallet whose passes have ended since it was paid for', async () => {
    const [{ pass, daysOf }, giver, receiver, link] = [
      await openShop(),
      await openWallet(),
      await openWallet(),
      newLink(),
    ]
    expect((await giver.pay(pass, `sha256:${link}`)).status).toBe(200)
    expect((await receiver.pay(pass)).status).toBe(200)
    await age(`gift:${link}`, 50)
    await age(receiver.address.toLowerCase(), 40)
    expect(await daysOf(receiver.address)).toBe(-10)
    expect(await redeemGiftLink(database, link, receiver.proven)).toMatchObject({ kind: 'redeemed' })
    expect(await daysOf(receiver.address)).toBe(30)
    // What it has is added to.
    expect((await receiver.pay(pass)).status).toBe(200)
    expect(await daysOf(receiver.address)).toBe(60)
  })
})
