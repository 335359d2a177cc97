import { describe, expect, it } from 'vitest'
import { type ChannelBuyer, createChannelBuyer } from '@/development/testing/channel-buyer'
import { openTestSite } from '@/development/testing/open-test-site'
import { createStockBuyer, readUsdc } from '@/development/testing/test-buyer'
import { createTestSeller, priceOf, type TestSeller } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import { encodeHeader, parseHeader } from '@/lib/base/x402/header-codec'
import { asksAsPage, headerNames } from '@/lib/base/x402/protocol-headers'
import type { PaymentRequired, SettleResponse } from '@/lib/base/x402/wire'
import { claimChannels } from '@/lib/channels/gate/claim-channels'
import { readPurchaseRecord } from '@/lib/gate/sign-in/purchase-record'
import { listPurchases } from '@/lib/payments/list-purchases'
import { lastDays, summarizeEarnings } from '@/lib/shop/sellers/payments/earnings'
import { createRoute, updateRoute } from '@/lib/shop/sellers/routes/write-route'
import { saveProfile } from '@/lib/shop/sellers/storefront/profile'

const world = testWorld()
const site = await openTestSite()
const { sellers, database, gate } = site.application

const textAt = (path: string, dollars: string) => ({
  ...{ kind: 'article', title: `The text ${path}`, method: 'GET', path, teaser: 'Open.', body: 'Closed.' },
  price: priceOf(dollars),
})

async function createBudgetSeller(): Promise<TestSeller> {
  const seller = await createTestSeller(site)
  await saveProfile(sellers, seller.actor, { name: 'A shop', takesBudgets: true })
  return seller
}

async function makeText(seller: TestSeller, path: string, dollars = '$0.05', more: object = {}): Promise<string> {
  const { url } = await createRoute(sellers, seller.actor, { ...textAt(path, dollars), ...more })
  site.application.storedRoutes.changed(seller.handle)
  return url
}

function headerOf<Value>(answer: Response, name: string): Value {
  const header = parseHeader(answer.headers.get(name) ?? '')
  if (!header.ok) throw new Error(`Expected ${name}.`)
  return header.value as Value
}

const termsOf = async (url: string, headers: Record<string, string> = asksAsPage) =>
  headerOf<PaymentRequired>(await fetch(url, { headers }), headerNames.paymentRequired)

const offersOf = async (...request: Parameters<typeof termsOf>) =>
  (await termsOf(...request)).accepts.map(({ scheme, amount, extra }) => ({
    ...{ scheme, amount },
    ...(extra?.minDeposit !== undefined && { minDeposit: extra.minDeposit }),
  }))

const chargedTo = async ({ address }: ChannelBuyer) => {
  const channels = await database.paymentChannel.findMany({ where: { payer: address.toLowerCase() } })
  return channels.map(({ chargedAtomic }) => chargedAtomic.toFixed(0))
}

describe('a shop that takes budgets', () => {
  it('offers each fixed price out of a channel too, after the usual payment', async () => {
    const seller = await createBudgetSeller()
    const [cheap, dear] = [await makeText(seller, '/cheap', '$0.0099'), await makeText(seller, '/dear', '$2')]
    // A deposit for one small text would be the first thing that its reader sees.
    expect(await offersOf(cheap)).toEqual([{ scheme: 'exact', amount: '9900' }])
    // A dear text needs no more than its price, a usual one no more than half a dollar.
    expect((await offersOf(dear))[1]).toMatchObject({ minDeposit: '2000000' })
    expect((await offersOf(await makeText(seller, '/usual')))[1]).toMatchObject({ minDeposit: '500000' })
    const early = await makeText(seller, '/early', '$0.05', { settle: 'before' })
    expect(await offersOf(early)).toEqual([{ scheme: 'exact', amount: '50000' }])
  })

  it('is one that has switched them on, for all that it sells', async () => {
    const seller = await createTestSeller(site)
    const url = await makeText(seller, '/switched')
    const switchTo = (takesBudgets: boolean) => saveProfile(sellers, seller.actor, { name: 'A shop', takesBudgets })
    expect((await offersOf(url)).map(({ scheme }) => scheme)).toEqual(['exact'])
    await switchTo(true)
    await expect
      .poll(async () => (await offersOf(url)).map(({ scheme }) => scheme))
      .toEqual(['exact', 'batch-settlement'])
  })

  it('is read out of one deposit, text by text, and each stays its reader’s', async () => {
    const seller = await createBudgetSeller()
    const urls = [await makeText(seller, '/one'), await makeText(seller, '/two', '$0.07')]
    const reader = await createChannelBuyer(world, 5_000_000n)
    for (const url of urls) expect((await reader.fetch(url)).status).toBe(200)
    expect(await chargedTo(reader)).toEqual(['120000'])
    const owner = { wallets: [{ scope: 'eip155:84532', address: reader.address }], payments: [] }
    const purchases = await listPurchases(database, { owner, limit: 10 })
    expect(purchases.map(({ chargedAtomic }) => chargedAtomic).sort()).toEqual([50_000n, 70_000n])
    // One text more is paid by another reader, by a transfer.
    const other = await createChannelBuyer(world, 1_000_000n)
    const { headers } = await createStockBuyer({ evm: { key: other.key, rpcUrl: world.evmRpcUrl } }).sign(urls[0] ?? '')
    expect((await fetch(urls[0] ?? '', { headers })).status).toBe(200)
    const { byNetwork } = await summarizeEarnings(sellers, seller.actor, lastDays(new Date(), 1))
    expect(byNetwork).toMatchObject([{ amountAtomic: 170_000n, payments: 3 }])
    await claimChannels(gate, { afterSeconds: 0, aboveAtomic: 0n })
    expect(await readUsdc(world, seller.payTo)).toBe(170_000n)
  })

  it('S-27: opens by its key nothing that its wallet owns, and brings a page no record of it', async () => {
    const seller = await createBudgetSeller()
    const url = await makeText(seller, '/owned')
    const reader = await createChannelBuyer(world, 5_000_000n)
    const byTransfer = createStockBuyer({ evm: { key: reader.key, rpcUrl: world.evmRpcUrl } })
    const { headers } = await byTransfer.sign(url)
    expect((await fetch(url, { headers })).status).toBe(200)
    const byKey = await reader.fetch(url, { headers: { 'sec-fetch-site': 'same-origin' } })
    expect(headerOf<SettleResponse>(byKey, headerNames.paymentResponse).extra).toMatchObject({ chargedAmount: '50000' })
    expect(await chargedTo(reader)).toEqual(['50000'])
    // The record is of what the key itself paid for.
    const [cookie = ''] = byKey.headers.getSetCookie()
    const kept = readPurchaseRecord(gate, cookie.split(';', 1)[0] ?? '')
    const payments = await database.payment.findMany({ where: { id: { in: kept } } })
    expect(payments.map(({ scheme }) => scheme)).toEqual(['batch-settlement'])
  })

  it('pays at no other shop, not for another text by the same voucher, and no higher price', async () => {
    const [seller, stranger] = [await createBudgetSeller(), await createBudgetSeller()]
    const [one, two, elsewhere] = [
      await makeText(seller, '/first'),
      await makeText(seller, '/second'),
      await makeText(stranger, '/elsewhere'),
    ]
    const reader = await createChannelBuyer(world, 5_000_000n)
    expect((await reader.fetch(one)).status).toBe(200)
    const voucher = await reader.signVoucher(two, 100_000n)
    const send = async (url: string, payload: object) => {
      const answer = await fetch(url, { headers: { [headerNames.paymentSignature]: encodeHeader(payload) } })
      return [answer.status, (await answer.text()).includes('Closed.')]
    }
    const withheld = [402, false]
    // The other shop's own terms do not make it theirs.
    const termsThere = (await termsOf(elsewhere)).accepts[1]
    expect(await send(elsewhere, voucher)).toEqual(withheld)
    expect(await send(elsewhere, { ...voucher, accepted: termsThere })).toEqual(withheld)
    const { id } = await database.storedRoute.findFirstOrThrow({
      where: { seller: { handle: seller.handle }, path: '/second' },
    })
    await updateRoute(sellers, seller.actor, id, textAt('/second', '$0.07'))
    await expect.poll(async () => (await offersOf(two))[1]?.amount).toBe('70000')
    expect(await send(two, voucher)).toEqual(withheld)
    expect(await chargedTo(reader)).toEqual(['50000'])
    // The same sum is signed for a text at its old price: once, whichever text it is brought to first.
    const [three, four] = [await makeText(seller, '/third'), await makeText(seller, '/fourth')]
    const ends = await Promise.all([three, four].map((url) => send(url, voucher)))
    expect(ends.toSorted()).toEqual([[200, true], withheld])
    expect(await chargedTo(reader)).toEqual(['100000'])
  })
})
