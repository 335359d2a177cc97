import { afterAll, describe, expect, it } from 'vitest'
import { askSettled } from '@/development/testing/ask-settled'
import { type ChannelBuyer, createChannelBuyer } from '@/development/testing/channel-buyer'
import { openTargets } from '@/development/testing/targets'
import { readUsdc } from '@/development/testing/test-buyer'
import { sql } from '@/lib/base/infra/database'
import { defaultRetention } from '@/lib/base/infra/prune'
import { parseHeader } from '@/lib/base/x402/header-codec'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { headerNames } from '@/lib/base/x402/protocol-headers'
import type { ResourceUri } from '@/lib/base/x402/resource-uri'
import type { PaymentRequired, SettleResponse } from '@/lib/base/x402/wire'
import { hasPaid } from '@/lib/payments/has-paid'
import { prunePayments } from '@/lib/payments/prune-payments'
import { rightOf } from '@/lib/payments/right'
import { claimChannels } from './claim-channels'

const price = 100n
let isFailing = false

const targets = await openTargets()
const channel = { scheme: 'batch-settlement', price: '$0.0001', network: BASE_SEPOLIA, payTo: targets.payTo } as const
let calls = 0
const metered = { ...channel, price: '$0.01' } as const
const used = (request: Request, { meter }: { meter: { setAmount: (amount: string) => void } }) => {
  meter.setAmount(new URL(request.url).searchParams.get('units') ?? '0')
  return Response.json({ used: true })
}
const routes = {
  'GET /call': {
    config: { accepts: [channel, { ...channel, scheme: 'exact' } as const] },
    handler: () => (isFailing ? Response.json({}, { status: 503 }) : Response.json({ call: ++calls })),
  },
  'GET /used': { config: { accepts: metered, query: [] }, handler: used },
  'GET /kept': { config: { accepts: metered, query: [], extensions: { 'sign-in-with-x': {} } }, handler: used },
}
const one = await targets.ours({ routes })
const two = await targets.ours({ routes, publicOrigin: one.origin })
afterAll(() => targets.close())

const database = () => one.site.application.database
const channelOf = (buyer: ChannelBuyer) =>
  database().paymentChannel.findFirstOrThrow({ where: { payer: buyer.address.toLowerCase() } })
const chargedTo = async (buyer: ChannelBuyer) => BigInt((await channelOf(buyer)).chargedAtomic.toFixed(0))
const settledOf = (response: Response) => read<SettleResponse>(response, headerNames.paymentResponse)
const termsOf = (response: Response) => read<PaymentRequired>(response, headerNames.paymentRequired)

function read<T>(response: Response, name: string): T {
  const parsed = parseHeader(response.headers.get(name) ?? '')
  if (!parsed.ok) throw new Error(`Expected a header ${name}, got none that can be read.`)
  return parsed.value as T
}

/** Twelve calls at both instances in turn, which is a deposit and eleven vouchers. */
async function openBuyer(calls = 1): Promise<ChannelBuyer> {
  const buyer = await createChannelBuyer(targets.world, 1_000_000n)
  for (let call = 0; call < calls; call += 1) {
    const { origin } = call % 2 === 0 ? one : two
    const response = await buyer.fetch(`${origin}/call`)
    expect([response.status, call]).toEqual([200, call])
  }
  return buyer
}

const paymentsOf = (buyer: ChannelBuyer) =>
  database().payment.findMany({ where: { payer: buyer.address.toLowerCase() } })
const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000)

const untilDelivered = (buyer: ChannelBuyer) =>
  expect
    .poll(() => database().payment.count({ where: { payer: buyer.address.toLowerCase(), deliveredAt: null } }))
    .toBe(0)

const claimAll = () => claimChannels(one.site.application.gate, { afterSeconds: 0, aboveAtomic: 0n })

it('a stock client buys many calls out of one deposit, and gets its rest back', async () => {
  const buyer = await openBuyer(12)
  expect(await chargedTo(buyer)).toBe(12n * price)
  // Only the channel's money has left the wallet.
  expect(await buyer.balance()).toBe(1_000_000n - 100n * price)
  const refunded = await buyer.refund(`${one.origin}/call`)
  expect([refunded.success, refunded.amount]).toEqual([true, (88n * price).toString()])
  expect(await buyer.balance()).toBe(1_000_000n - 12n * price)
  await untilDelivered(buyer)
  const payments = await database().payment.findMany({ where: { payer: buyer.address.toLowerCase() } })
  expect(payments.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 'settled'))
  expect(payments.every(({ deliveredAt }) => deliveredAt !== null)).toBe(true)
})

describe('what is charged', () => {
  it('is claimed for its seller and paid out, to the unit', async () => {
    const [first, second] = [await openBuyer(5), await openBuyer(7)]
    const before = await readUsdc(targets.world, targets.payTo)
    const delivered = (await database().payment.findMany({ where: { payTo: targets.payTo.toLowerCase() } })).reduce(
      (sum, { settledAtomic }) => sum + BigInt(settledAtomic?.toFixed(0) ?? 0),
      0n,
    )
    await claimAll()
    expect(await readUsdc(targets.world, targets.payTo)).toBe(delivered)
    expect(delivered - before).toBeGreaterThanOrEqual(12n * price)
    for (const buyer of [first, second]) {
      const { claimedAtomic, chargedAtomic, unclaimedSince } = await channelOf(buyer)
      expect([claimedAtomic.toFixed(0), unclaimedSince]).toEqual([chargedAtomic.toFixed(0), null])
    }
    expect(await claimAll()).toBe(0)
  })

  it('is what was used of a metered call, also nothing', async () => {
    const buyer = await createChannelBuyer(targets.world, 5_000_000n)
    for (const units of ['30', '0', '10000', '0', '7']) {
      expect((await buyer.fetch(`${one.origin}/used?units=${units}`)).status).toBe(200)
    }
    expect(await chargedTo(buyer)).toBe(10_037n)
    await claimAll()
    expect((await channelOf(buyer)).claimedAtomic.toFixed(0)).toBe('10037')
  })

  it('of nothing opens nothing to who signs in, and is forgotten in time', async () => {
    const buyer = await createChannelBuyer(targets.world, 5_000_000n)
    const ask = async (units: string) => (await buyer.fetch(`${one.origin}/kept?units=${units}`)).status
    const wallet = { scope: 'evm', address: buyer.address }
    const isOpen = async () => {
      const [paid] = await paymentsOf(buyer)
      const right = rightOf({ method: 'GET' }, paid?.resourceUri as ResourceUri) // As the ledger has it.
      return hasPaid(database(), { wallets: [wallet], right })
    }
    const prune = (now: Date) => prunePayments(database(), defaultRetention, { now })
    expect([await ask('0'), await isOpen()]).toEqual([200, false])
    await untilDelivered(buyer)
    await prune(daysFromNow(defaultRetention.unpaidDays - 1))
    expect(await paymentsOf(buyer)).toHaveLength(1)
    await prune(daysFromNow(defaultRetention.unpaidDays + 1))
    expect(await paymentsOf(buyer)).toEqual([])
    expect([await ask('30'), await isOpen()]).toEqual([200, true])
    await prune(daysFromNow(defaultRetention.unpaidDays + 1))
    expect(await paymentsOf(buyer)).toHaveLength(1)
  })
})

describe('a request', () => {
  it('whose handler fails changes nothing, and its voucher is good for the next', async () => {
    const buyer = await openBuyer(1)
    const { headers } = await buyer.sign(`${one.origin}/call`)
    isFailing = true
    for (let time = 0; time < 5; time += 1) {
      expect((await fetch(`${one.origin}/call`, { headers })).status).toBe(503)
    }
    isFailing = false
    expect(await chargedTo(buyer)).toBe(price)
    expect((await fetch(`${one.origin}/call`, { headers })).status).toBe(200)
    expect(await chargedTo(buyer)).toBe(2n * price)
  })

  it('with a voucher that was used is told how the channel stands', async () => {
    const buyer = await openBuyer(1)
    const { headers } = await buyer.sign(`${one.origin}/call`)
    expect((await fetch(`${one.origin}/call`, { headers })).status).toBe(200)
    const again = await askSettled(`${two.origin}/call`, headers)
    expect(again.status).toBe(402)
    const { error, accepts } = termsOf(again)
    expect(error).toBe('invalid_batch_settlement_evm_cumulative_amount_mismatch')
    expect(accepts.find(({ scheme }) => scheme === 'batch-settlement')?.extra).toMatchObject({
      channelState: { chargedCumulativeAmount: '200' },
      voucherState: { signedMaxClaimable: '200' },
    })
    expect(await chargedTo(buyer)).toBe(2n * price)
  })

  it('of many with one voucher opens once, over two instances', async () => {
    const buyer = await openBuyer(1)
    const { headers } = await buyer.sign(`${one.origin}/call`)
    const copies = await Promise.all(
      Array.from({ length: 40 }, (_, n) => fetch(`${(n % 2 === 0 ? one : two).origin}/call`, { headers })),
    )
    expect(copies.filter(({ status }) => status === 200)).toHaveLength(1)
    // Beside the first, or while its answer is on its way.
    expect(copies.filter(({ status }) => status === 402 || status === 409)).toHaveLength(39)
    expect(await chargedTo(buyer)).toBe(2n * price)
  })

  it('whose channel was emptied elsewhere deposits again, and is charged once', async () => {
    const buyer = await openBuyer(2)
    // Another program of the same wallet, with its own notes.
    await buyer.forgetful().refund(`${one.origin}/call`)
    expect((await buyer.fetch(`${two.origin}/call`)).status).toBe(200)
    expect(await chargedTo(buyer)).toBe(3n * price)
  })

  it('that lost its answer gets the same answer, uncharged', async () => {
    const buyer = await openBuyer(1)
    const { headers } = await buyer.sign(`${one.origin}/call`)
    const first = await fetch(`${one.origin}/call`, { headers })
    const body = await first.text()
    await untilDelivered(buyer)
    // Like after a crash right behind the charge: the answer is kept, and was not sent.
    await database().execute(sql`
      UPDATE payments SET delivered_at = NULL, ended_at = NULL, response_status = 200, response_headers = '[]',
        response_body = ${Buffer.from(body)}
      WHERE id = (SELECT id FROM payments WHERE payer = ${buyer.address.toLowerCase()} ORDER BY settled_at DESC LIMIT 1)`)
    const again = await fetch(`${two.origin}/call`, { headers })
    expect([again.status, await again.text()]).toEqual([200, body])
    expect(settledOf(again)).toEqual(settledOf(first))
    expect(await chargedTo(buyer)).toBe(2n * price)
  })
})
