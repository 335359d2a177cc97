import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ChannelBuyer, createChannelBuyer } from '@/development/testing/channel-buyer'
import { createGasKeys } from '@/development/testing/create-gas-keys'
import { openFacilitatorSite } from '@/development/testing/facilitator-world'
import type { TestSite } from '@/development/testing/open-test-site'
import { type ServedFetch, serveFetch } from '@/development/testing/serve-fetch'
import { type BuyerPayment, createEvmBuyer, readUsdc } from '@/development/testing/test-buyer'
import { openTestDatabase } from '@/development/testing/test-database'
import { testWorld } from '@/development/testing/test-world'
import { encodeHeader, parseHeader } from '@/lib/base/x402/header-codec'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { channelReasons } from '@/lib/base/x402/payment-channel'
import { PAYMENT_HOLDER_HEADER } from '@/lib/base/x402/payment-holder'
import { reasons } from '@/lib/base/x402/reasons'
import type { PaymentPayload } from '@/lib/base/x402/wire'
import { claimChannels } from '@/lib/channels/gate/claim-channels'
import { openChannel } from '@/lib/channels/testing/signed-channels'

const price = 10_000n
const world = testWorld()
const payTo = privateKeyToAccount(generatePrivateKey()).address
const databases = [await openTestDatabase(), await openTestDatabase()]
const sites: TestSite[] = []
/** Handlers wait for it; null lets them through. */
let meeting: { left: number; open: () => void; met: Promise<void> } | null = null
let facilitator: Awaited<ReturnType<typeof openFacilitatorSite>>
/** The same for servers that name no holder. */
let unheld: ServedFetch

beforeAll(async () => {
  facilitator = await openFacilitatorSite()
  unheld = await serveFetch(async (request) => {
    const { pathname, search } = new URL(request.url)
    const headers = new Headers(request.headers)
    headers.delete(PAYMENT_HOLDER_HEADER)
    const body = request.method === 'POST' ? await request.text() : null
    return fetch(new URL(facilitator.url).origin + pathname + search, { method: request.method, headers, body })
  })
})
afterEach(async () => {
  meeting = null
  await Promise.all(sites.splice(0).map((site) => site.stop()))
})
afterAll(async () => {
  await unheld?.stop()
  await facilitator?.close()
})

/** Two servers that are paid at one address, each with its own database and goods. */
async function openServers(facilitatorUrl: string): Promise<TestSite[]> {
  const { startTestSite } = await import('@/development/testing/open-test-site')
  const gas = await createGasKeys(world)
  const accepts = { scheme: 'exact', price: '$0.01', network: BASE_SEPOLIA, payTo } as const
  const byChannel = { ...accepts, scheme: 'batch-settlement', price: '$0.0001' } as const
  const opened = databases.map(({ url: databaseUrl }, index) =>
    startTestSite({
      databaseUrl,
      gas,
      env: { FACILITATOR_URLS: facilitatorUrl },
      routes: {
        'GET /goods': { config: { accepts }, handler: () => goodsOf(index) },
        'GET /call': { config: { accepts: byChannel }, handler: () => goodsOf(index) },
        'GET /dear': {
          config: { accepts: { ...byChannel, price: '$0.01', callsPerDeposit: 1 } },
          handler: () => goodsOf(index),
        },
        'GET /broken': { config: { accepts: byChannel }, handler: broken },
        'GET /stream': { config: { accepts: byChannel, isStreaming: true }, handler: () => goodsOf(index) },
      },
    }),
  )
  sites.push(...(await Promise.all(opened)))
  return sites
}

const broken = () => Response.json({}, { status: 503 })

async function goodsOf(index: number): Promise<Response> {
  if (meeting && --meeting.left === 0) meeting.open()
  await meeting?.met
  return Response.json({ goods: index })
}

/** Lets no handler continue before `count` have begun. */
function meetAt(count: number) {
  let open = () => {}
  const met = new Promise<void>((resolve) => (open = resolve))
  meeting = { left: count, open: () => open(), met }
}

async function ask({ origin }: TestSite, { headers }: Pick<BuyerPayment, 'headers'>, path = '/goods') {
  const response = await fetch(origin + path, { headers })
  const read = (name: string) => {
    const parsed = parseHeader(response.headers.get(name) ?? '')
    return parsed.ok ? parsed.value : {}
  }
  return { status: response.status, error: read('payment-required').error }
}

async function payBoth(servers: TestSite[]) {
  const buyer = await createEvmBuyer(world, 1_000_000n)
  const before = await readUsdc(world, payTo)
  const signed = await buyer.sign(`${servers[0]?.origin}/goods`)
  const answers = await Promise.all(servers.map((server) => ask(server, signed)))
  const earned = (await readUsdc(world, payTo)) - before
  return { signed, answers, earned, statuses: answers.map(({ status }) => status).toSorted() }
}

const rowsOf = (server: TestSite | undefined) =>
  server?.application.database.payment.findMany({ orderBy: { claimedAt: 'desc' }, take: 1 })

describe('S-22: one payment at two servers of one payee, each with its own database', () => {
  it('opens one of them, and its money is noted as received by the other', async () => {
    meetAt(2)
    const servers = await openServers(`${unheld.origin}/facilitator`)
    const { signed, answers, earned, statuses } = await payBoth(servers)
    expect([statuses, earned]).toEqual([[200, 402], price])
    const refused = answers.findIndex(({ status }) => status === 402)
    expect(answers[refused]?.error).toBe(reasons.authorizationAlreadyUsed)
    const received = { status: 'received', deliveredAt: null, responseBody: null, entitlementUri: null }
    expect(await rowsOf(servers[refused])).toMatchObject([received])
    expect(await Promise.all(servers.map((server) => ask(server, signed)))).toMatchObject([
      { status: 402 },
      { status: 402 },
    ])
  })

  it('is refused by the second before its handler begins, while the first holds it', async () => {
    meetAt(2)
    const servers = await openServers(facilitator.url)
    const buyer = await createEvmBuyer(world, 1_000_000n)
    const signed = await buyer.sign(`${servers[0]?.origin}/goods`)
    const [first, second] = servers as [TestSite, TestSite]
    const asked = ask(first, signed)
    await expect.poll(() => meeting?.left).toBe(1)
    expect(await ask(second, signed)).toEqual({ status: 402, error: reasons.paymentAlreadyUsed })
    expect(meeting?.left).toBe(1)
    meeting?.open()
    expect(await asked).toMatchObject({ status: 200 })
  })
})

describe('S-22: a payment channel at two servers of one payee, each with its own database', () => {
  const elsewhere = { status: 402, error: channelReasons.openedElsewhere }

  it('is taken only where its deposit was brought, from its first call on', async () => {
    const [one, two] = (await openServers(facilitator.url)) as [TestSite, TestSite]
    const buyer = await createChannelBuyer(world, 1_000_000n)
    const first = await buyer.sign(`${one.origin}/call`)
    expect(await ask(one, first, '/call')).toMatchObject({ status: 200 })
    expect(await ask(two, first, '/call')).toEqual(elsewhere)
    for (const sum of [100n, 200n]) {
      const voucher = await buyer.signVoucher(`${two.origin}/call`, sum)
      const headers = { 'payment-signature': encodeHeader(voucher) }
      expect(await ask(two, { headers }, '/call')).toEqual(elsewhere)
    }
    expect((await buyer.fetch(`${one.origin}/call`)).status).toBe(200)
  })

  const noRow = async (server: TestSite, buyer: ChannelBuyer) =>
    expect(
      await server.application.database.paymentChannel.count({ where: { payer: buyer.address.toLowerCase() } }),
    ).toBe(0)

  it.each([
    { path: '/broken', method: 'GET', status: 503 },
    { path: '/stream', method: 'HEAD', status: 200 },
  ])('stays another server’s where a deposit was shown here before, and not brought: $method $path', async (shown) => {
    const [one, two] = (await openServers(facilitator.url)) as [TestSite, TestSite]
    const buyer = await createChannelBuyer(world, 1_000_000n)
    const first = await buyer.sign(`${one.origin}/call`)
    const { headers } = first
    expect((await fetch(two.origin + shown.path, { method: shown.method, headers })).status).toBe(shown.status)
    await noRow(two, buyer)
    expect(await ask(one, first, '/call')).toMatchObject({ status: 200 })
    expect(await ask(two, first, '/call')).toEqual(elsewhere)
  })

  it('stays another server’s that was emptied there, shown here and filled there again', async () => {
    const [one, two] = (await openServers(facilitator.url)) as [TestSite, TestSite]
    const buyer = await createChannelBuyer(world, 2_000_000n)
    const { accepted } = (await buyer.sign(`${two.origin}/call`)).payload
    const dear = (await buyer.sign(`${two.origin}/dear`)).payload.accepted
    const channel = openChannel(privateKeyToAccount(buyer.key), accepted)
    const send = (server: TestSite, payload: PaymentPayload, path = '/call') =>
      ask(server, { headers: { 'payment-signature': encodeHeader(payload) } }, path)
    expect(await send(one, { ...(await channel.deposit(price, price)), accepted: dear }, '/dear')).toMatchObject({
      status: 200,
    })
    await claimChannels(one.application.gate, { afterSeconds: 0, aboveAtomic: 1n })
    expect(await send(two, await channel.deposit(price, price + 50n))).toEqual(elsewhere)
    await noRow(two, buyer)
    expect(await send(two, await channel.deposit(price, price + 100n), '/broken')).toMatchObject({ status: 503 })
    await noRow(two, buyer)
    expect(await send(two, await channel.refund(price))).toEqual(elsewhere)
    await noRow(two, buyer)
    expect(await send(one, await channel.deposit(price, price + 100n))).toMatchObject({ status: 200 })
    expect(await send(two, await channel.voucher(price + 100n))).toEqual(elsewhere)
  })
})
