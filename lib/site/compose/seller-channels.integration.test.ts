import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, describe, expect, it } from 'vitest'
import { type ChannelBuyer, createChannelBuyer } from '@/development/testing/channel-buyer'
import { openTestSite } from '@/development/testing/open-test-site'
import { serveFetch } from '@/development/testing/serve-fetch'
import { confirmed } from '@/development/testing/sign-in-proofs'
import { termsOf } from '@/development/testing/terms-of'
import { createEvmBuyer, readUsdc } from '@/development/testing/test-buyer'
import { createTestSeller, type TestSeller } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import { defaultRetention } from '@/lib/base/infra/prune'
import { encodeHeader } from '@/lib/base/x402/header-codec'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { headerNames } from '@/lib/base/x402/protocol-headers'
import { claimChannels } from '@/lib/channels/gate/claim-channels'
import { claimNow, listChannels, sumChannels } from '@/lib/channels/shop/operations'
import { listPurchases } from '@/lib/payments/list-purchases'
import { prunePayments } from '@/lib/payments/prune-payments'
import { lastDays, summarizeEarnings } from '@/lib/shop/sellers/payments/earnings'
import { confirmPayTo } from '@/lib/shop/sellers/payments/payees'
import { sell } from '@/lib/shop/testing/selling'

const world = testWorld()
const site = await openTestSite({})

const seller = await createTestSeller(site)
const upstream = await serveFetch(async () => Response.json({ tokens: 3 }))
afterAll(() => upstream.stop())

let places = 0
const fresh = () => `/small-${(places += 1)}`

const api = (path: string, price: object = {}) => ({
  kind: 'api',
  title: 'Small answers',
  method: 'GET',
  path,
  price: { dollars: '$0.0001', networks: [BASE_SEPOLIA], manySmallCalls: true, ...price },
  upstream: { url: upstream.origin },
})

const metered = (path: string) => ({
  ...api(path, { dollars: '$0.01' }),
  kind: 'metered_api',
  metering: { unit: 'json_field', field: 'tokens', holds: 'count', dollars: '$0.0002' },
})

const make = (input: object, by = seller) => sell(site, by, input)

const schemesOf = async (url: string) =>
  termsOf(await fetch(url)).accepts.map(({ scheme, network, payTo }) => ({ scheme, network, payTo }))

it('a route of many small calls is asked to be paid out of a channel first where it is metered, and as usual without many small calls', async () => {
  const byMeter = await make(metered(fresh()))
  expect((await schemesOf(byMeter.url)).map(({ scheme }) => scheme)).toEqual(['batch-settlement', 'upto'])
  const usual = await make(api(fresh(), { manySmallCalls: false }))
  expect((await schemesOf(usual.url)).map(({ scheme }) => scheme)).toEqual(['exact'])
})

const chargedOf = async ({ address }: ChannelBuyer) =>
  (await site.application.database.paymentChannel.findMany({ where: { payer: address.toLowerCase() } })).reduce(
    (sum, { chargedAtomic }) => sum + BigInt(chargedAtomic.toFixed(0)),
    0n,
  )

const claimAll = () => claimChannels(site.application.gate, { afterSeconds: 0, aboveAtomic: 0n })

it('money that was charged goes where its channel says, also once the seller is paid at another address', async () => {
  const shop = await createTestSeller(site)
  const { url } = await make(api(fresh()), shop)
  const buyer = await createChannelBuyer(world, 1_000_000n)
  for (let call = 0; call < 3; call += 1) expect((await buyer.fetch(url)).status).toBe(200)
  const forOldAddress = await buyer.sign(url)
  const next = privateKeyToAccount(generatePrivateKey()).address
  await payAt(shop, next)
  await expect.poll(async () => (await schemesOf(url))[0]?.payTo).toBe(next)
  // Signed for the old address, by the old terms and by the new.
  expect((await fetch(url, { headers: forOldAddress.headers })).status).toBe(402)
  const [, accepted] = termsOf(await fetch(url)).accepts
  const renamed = { [headerNames.paymentSignature]: encodeHeader({ ...forOldAddress.payload, accepted }) }
  const refused = await fetch(url, { headers: renamed })
  expect([refused.status, termsOf(refused).error]).toEqual([402, 'invalid_batch_settlement_evm_receiver_mismatch'])
  expect(await chargedOf(buyer)).toBe(300n)
  // The client itself opens a channel to the new address.
  expect((await buyer.fetch(url)).status).toBe(200)
  await claimAll()
  expect([await readUsdc(world, shop.payTo), await readUsdc(world, next)]).toEqual([300n, 100n])
})

describe('the channels of a shop', () => {
  /** A shop with two channels, of which one was charged twice. */
  async function openShop() {
    const shop = await createTestSeller(site)
    const { url } = await make(api(fresh()), shop)
    const [first, second] = [await createChannelBuyer(world, 1_000_000n), await createChannelBuyer(world, 1_000_000n)]
    for (const buyer of [first, second, second]) expect((await buyer.fetch(url)).status).toBe(200)
    return { shop, url, first, second }
  }
  const list = async (by: TestSeller) => (await listChannels(site.application.sellers, by.actor, {})).channels
  const sums = async (by: TestSeller) => (await sumChannels(site.application.sellers, by.actor)).sums
  const claim = (by: TestSeller) => claimNow(site.application.sellers, by.actor)
  /** One pass of the worker while no claim is due. */
  const pass = () => claimChannels(site.application.gate, { afterSeconds: 86_400, aboveAtomic: 10n ** 12n })

  it('are seen with what is left, used and owed, page by page', async () => {
    const { shop, first, second } = await openShop()
    const seen = await list(shop)
    expect(
      seen.map(({ payer, leftAtomic, chargedAtomic, unclaimedAtomic }) => [
        payer,
        leftAtomic,
        chargedAtomic,
        unclaimedAtomic,
      ]),
    ).toEqual([
      [second.address.toLowerCase(), 9_800n, 200n, 200n],
      [first.address.toLowerCase(), 9_900n, 100n, 100n],
    ])
    expect(await sums(shop)).toMatchObject([
      { network: BASE_SEPOLIA, channels: 2, leftAtomic: 19_700n, unclaimedAtomic: 300n },
    ])
    const page = await listChannels(site.application.sellers, shop.actor, { limit: 1 })
    expect(page.nextCursor).toBe(seen[0]?.channelId)
    const rest = await listChannels(site.application.sellers, shop.actor, { cursor: page.nextCursor })
    expect([rest.channels, rest.nextCursor]).toEqual([seen.slice(1), null])
  })

  it('are claimed when their seller asks, by the job that claims all, once in five minutes', async () => {
    const { shop } = await openShop()
    expect(await pass()).toBe(0)
    expect(await claim(shop)).toMatchObject([{ network: BASE_SEPOLIA, channels: 2, unclaimedAtomic: 300n }])
    expect((await sums(shop))[0]?.isClaimAsked).toBe(true)
    await expect(claim(shop)).rejects.toMatchObject({ code: 'CLAIM_TOO_SOON' })
    // The previous pass looked at them a moment ago.
    expect(await pass()).toBe(2)
    expect(await readUsdc(world, shop.payTo)).toBe(300n)
    const claimed = await list(shop)
    for (const channel of claimed) {
      expect(channel).toMatchObject({
        unclaimedAtomic: 0n,
        isClaimAsked: false,
        isPayoutDue: false,
        claimedTogether: 2,
      })
      expect(channel.claimTransaction).toBe(claimed[0]?.claimTransaction)
      expect(channel.claimGas).toBeGreaterThan(50_000n)
    }
    expect(await pass()).toBe(0)
  })

  it('are nobody else’s, also where the other has the same payout address', async () => {
    const { shop } = await openShop()
    const other = await createTestSeller(site)
    await payAt(other, shop.payTo)
    await make(api(fresh()), other)
    expect([await list(other), await sums(other), await claim(other)]).toEqual([[], [], []])
    const [{ channelId = '' } = {}] = await list(shop)
    expect((await listChannels(site.application.sellers, other.actor, { cursor: channelId })).channels).toEqual([])
    expect(await pass()).toBe(0)
    expect(await list(shop)).toMatchObject([{ isClaimAsked: false }, { isClaimAsked: false }])
  })
})

it('forgets what was signed and answered a day after the delivery, and nothing of the money', async () => {
  const { database, gate, sellers } = site.application
  const shop = await createTestSeller(site)
  const { url } = await make(api(fresh()), shop)
  const buyer = await createChannelBuyer(world, 1_000_000n)
  const other = await createEvmBuyer(world, 1_000_000n)
  expect((await buyer.fetch(url)).status).toBe(200)
  const voucher = await buyer.sign(url)
  expect((await fetch(url, { headers: voucher.headers })).status).toBe(200)
  expect((await fetch(url, { headers: (await other.sign(url)).headers })).status).toBe(200)
  const where = { payTo: { equals: shop.payTo, mode: 'insensitive' as const } }
  await expect.poll(() => database.payment.count({ where: { ...where, deliveredAt: null } })).toBe(0)
  // The first call was paid for and never delivered.
  const [first] = await database.payment.findMany({ where, orderBy: { id: 'asc' } })
  await database.payment.update({ where: { id: first?.id ?? '' }, data: { deliveredAt: null } })
  const seen = async () => ({
    earned: await summarizeEarnings(sellers, shop.actor, lastDays(sellers.clock(), 2)),
    bought: await listPurchases(database, {
      owner: { wallets: [{ scope: 'evm', address: buyer.address }], payments: [] },
    }),
  })
  const before = await seen()
  const inTwoDays = new Date(Date.now() + 2 * 86_400_000)
  await prunePayments(database, defaultRetention, { now: inTwoDays })
  expect(await seen()).toEqual(before)
  expect(before.bought).toHaveLength(2)
  const rows = await database.payment.findMany({ where, orderBy: { id: 'asc' } })
  const kept = rows.map(({ scheme, payload, settleResponse }) => [scheme, isEmpty(payload), settleResponse === null])
  expect(kept).toEqual([
    ['batch-settlement', false, false],
    ['batch-settlement', true, true],
    ['exact', false, false],
  ])
  // The old voucher opens nothing, and the channel goes on and is claimed to the unit.
  expect((await fetch(url, { headers: voucher.headers })).status).toBe(402)
  // A claim publishes vouchers: without the secret of its 402, a copy of the first one gets nothing that is due.
  expect((await buyer.forgetful().fetch(url)).status).toBe(200)
  expect(await chargedOf(buyer)).toBe(300n)
  await claimChannels(gate, { afterSeconds: 0, aboveAtomic: 0n })
  expect(await readUsdc(world, shop.payTo)).toBe(400n)
})

const isEmpty = (value: unknown) => JSON.stringify(value) === '{}'

const payAt = ({ actor, wallet }: TestSeller, address: string) =>
  confirmed(wallet, (proof) =>
    confirmPayTo(site.application.sellers, actor, { network: BASE_SEPOLIA, address, confirmation: address }, proof),
  )
