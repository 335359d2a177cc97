import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { type ChannelBuyer, createChannelBuyer, initiateWithdraw } from '@/development/testing/channel-buyer'
import { openTargets } from '@/development/testing/targets'
import { readUsdc } from '@/development/testing/test-buyer'
import { sql } from '@/lib/base/infra/database'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { claimChannels, watchChannels } from './claim-channels'

const price = 100n
const receivers = Array.from({ length: 10 }, () => privateKeyToAddress(generatePrivateKey()))
const now = { afterSeconds: 0, aboveAtomic: 0n }
let runs = 0

const targets = await openTargets()
const channel = { scheme: 'batch-settlement', price: '$0.0001', network: BASE_SEPOLIA } as const
const handler = () => Response.json({ call: ++runs })
const routes = receivers.map((payTo, n) => [`GET /call${n}`, { config: { accepts: { ...channel, payTo } }, handler }])
const shop = await targets.ours({ routes: Object.fromEntries(routes) })
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(() => targets.close())

const gate = () => shop.site.application.gate
const database = () => shop.site.application.database
const channelOf = (buyer: ChannelBuyer) =>
  database().paymentChannel.findFirstOrThrow({ where: { payer: buyer.address.toLowerCase() } })

async function callAt(place: number): Promise<ChannelBuyer> {
  const buyer = await createChannelBuyer(targets.world, 1_000_000n)
  expect((await buyer.fetch(`${shop.origin}/call${place}`)).status).toBe(200)
  return buyer
}

/** Records the facilitator's requests from now on; `answer` may delay or fail them. */
function listen(answer: (type: unknown, payTo: string) => Promise<unknown> = async () => null) {
  const { facilitator } = gate()
  const settle = facilitator.settle
  const asked: string[] = []
  vi.spyOn(facilitator, 'settle').mockImplementation(async (payment, ...rest) => {
    const { payload, requirements } = payment
    asked.push(`${payload.payload.type} ${requirements.payTo}`)
    const reason = await answer(payload.payload.type, requirements.payTo)
    if (!reason) return settle(payment, ...rest)
    const response = { success: false, transaction: '', network: requirements.network, errorReason: String(reason) }
    return { kind: 'refused', response }
  })
  return asked
}

describe('claims of several receivers', () => {
  it('go side by side, eight at once, and the watch does not wait for them', async () => {
    await Promise.all(receivers.map((_, place) => callAt(place)))
    const leaving = await callAt(0)
    let [open, most] = [0, 0]
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    listen(async (type) => {
      if (type !== 'claim') return null
      open += 1
      most = Math.max(most, open)
      await held
      open -= 1
      return null
    })
    const claiming = claimChannels(gate(), now)
    await expect.poll(() => open).toBe(8)
    const { channelConfig } = (await leaving.sign(`${shop.origin}/call0`)).payload.payload
    await initiateWithdraw(targets.world, leaving.key, channelConfig as Record<string, unknown>, 9_000n)
    const payer = leaving.address.toLowerCase()
    await database().execute(
      sql`UPDATE payment_channels SET synced_at = now() - interval '1 day' WHERE payer = ${payer}`,
    )
    await watchChannels(gate())
    expect((await channelOf(leaving)).withdrawRequestedAt).not.toBeNull()
    release()
    expect(await claiming).toBe(receivers.length + 1)
    expect(most).toBe(8)
    for (const receiver of receivers) expect(await readUsdc(targets.world, receiver)).toBeGreaterThanOrEqual(price)
  })

  it('begin with the payers who are leaving', async () => {
    const calling = Array.from({ length: 9 }, (_, place) => callAt(place))
    const [leaving] = [await callAt(9), ...(await Promise.all(calling))]
    await database().execute(sql`
      UPDATE payment_channels SET withdraw_requested_at = now() WHERE payer = ${leaving.address.toLowerCase()}`)
    const asked = listen()
    await claimChannels(gate(), now)
    expect(asked[0]).toBe(`claim ${receivers[9]?.toLowerCase()}`)
  })
})

it('S-23: a claim that is worth less than its gas waits until there is more, also when it is overdue, and keeps no call from its channel', async () => {
  const buyer = await callAt(5)
  const url = `${shop.origin}/call5`
  const least = { [BASE_SEPOLIA]: 3n * price }
  const pass = async () => {
    await database().execute(sql`UPDATE payment_channels SET next_claim_at = now() WHERE unclaimed_since IS NOT NULL`)
    return claimChannels(gate(), { ...now, least })
  }
  await database().execute(sql`
      UPDATE payment_channels SET unclaimed_since = now() - interval '2 days' WHERE payer = ${buyer.address.toLowerCase()}`)
  expect(await pass()).toBe(0)
  expect((await buyer.fetch(url)).status).toBe(200)
  expect(await pass()).toBe(0)
  expect((await buyer.fetch(url)).status).toBe(200)
  expect(await pass()).toBe(1)
})

it('a receiver that cannot be paid waits longer after each try, and holds up no other', async () => {
  await Promise.all([callAt(1), callAt(2)])
  const [blocked, other] = [receivers[1]?.toLowerCase(), receivers[2]]
  const before = await readUsdc(targets.world, other ?? '0x')
  const refusing = async (type: unknown, payTo: string) =>
    type === 'settle' && payTo === blocked ? 'invalid_batch_settlement_evm_settle_simulation_failed' : null
  const tries = (asked: string[]) => asked.filter((call) => call === `settle ${blocked}`).length
  const asked = listen(refusing)
  await claimChannels(gate(), now)
  expect([tries(asked), await readUsdc(targets.world, other ?? '0x')]).toEqual([1, before + price])
  await claimChannels(gate(), now)
  expect(tries(asked)).toBe(1)
  await database().execute(sql`UPDATE payment_channels SET next_payout_at = now() WHERE next_payout_at IS NOT NULL`)
  await claimChannels(gate(), now)
  expect(tries(asked)).toBe(2)
  vi.restoreAllMocks()
  await database().execute(sql`UPDATE payment_channels SET next_payout_at = now() WHERE next_payout_at IS NOT NULL`)
  await claimChannels(gate(), now)
  expect(await database().paymentChannel.count({ where: { isUnsettled: true } })).toBe(0)
})

it('S-23: a channel whose claim is overdue takes no calls until it is claimed, and gives the rest back all the time', async () => {
  const [buyer, refunded] = await Promise.all([callAt(3), callAt(4)])
  const payers = [buyer, refunded].map(({ address }) => address.toLowerCase())
  listen(async (type) => (type === 'claim' ? 'gas_budget_spent' : null))
  await claimChannels(gate(), now)
  const url = `${shop.origin}/call3`
  expect((await buyer.fetch(url)).status).toBe(200)
  const pass = (seconds: string) =>
    database().execute(sql`
    UPDATE payment_channels SET claim_due_since = claim_due_since - ${seconds}::interval,
      unclaimed_since = unclaimed_since - ${seconds}::interval WHERE payer = ANY (${payers})`)
  // A quarter of the delay, which is a day.
  await pass('5 hours 59 minutes')
  expect((await buyer.fetch(url)).status).toBe(200)
  await pass('1 minute')
  const before = runs
  const { headers } = await buyer.sign(url)
  const answer = await fetch(url, { headers })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60'])
  expect([await answer.json(), runs]).toMatchObject([{ code: 'claim_overdue' }, before])
  expect((await refunded.refund(`${shop.origin}/call4`)).success).toBe(true)
  vi.restoreAllMocks()
  await database().execute(sql`UPDATE payment_channels SET next_claim_at = now() WHERE unclaimed_since IS NOT NULL`)
  await claimChannels(gate(), now)
  expect((await fetch(url, { headers })).status).toBe(200)
})
