import { afterAll, describe, expect, it } from 'vitest'
import { type ChannelBuyer, createChannelBuyer } from '@/development/testing/channel-buyer'
import { createStoppableWork } from '@/development/testing/target-routes'
import { openTargets } from '@/development/testing/targets'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { listPayerChannels } from '../ledger/list-channels'
import { returnChannel } from './refund-channel'

const price = 100n
let isHeld = false
const work = createStoppableWork()

const targets = await openTargets()
const channel = { scheme: 'batch-settlement', price: '$0.0001', network: BASE_SEPOLIA, payTo: targets.payTo } as const
const ours = await targets.ours({
  routes: {
    'GET /call': {
      config: { accepts: channel },
      handler: async () => {
        if (isHeld) await work.hold()
        return Response.json({})
      },
    },
    'GET /used': {
      config: { accepts: { ...channel, price: '$0.01' } },
      handler: (_request, { meter }) => {
        meter.setAmount('30')
        return Response.json({})
      },
    },
  },
})
afterAll(() => targets.close())

const database = () => ours.site.application.database
const walletOf = ({ address }: ChannelBuyer) => ({ scope: 'evm', address })
const channelsOf = (buyer: ChannelBuyer) => listPayerChannels(database(), [walletOf(buyer)])

async function openBuyer(path = '/call', calls = 3): Promise<ChannelBuyer> {
  const buyer = await createChannelBuyer(targets.world, 2_000_000n)
  for (let call = 0; call < calls; call += 1) expect((await buyer.fetch(`${ours.origin}${path}`)).status).toBe(200)
  return buyer
}

/** Asks for the rest of that buyer's channel, `times` at once, with what `wallets` have proven. */
async function giveBackAtOnce(buyer: ChannelBuyer, times: number, wallets = [walletOf(buyer)]) {
  const [channel] = await channelsOf(buyer)
  if (!channel) throw new Error('Expected an open channel.')
  const { network, id } = channel
  const asked = Array.from({ length: times }, () => returnChannel(ours.site.application.gate, { network, id, wallets }))
  return Promise.all(asked)
}

async function giveBack(buyer: ChannelBuyer, wallets = [walletOf(buyer)]) {
  const [outcome] = await giveBackAtOnce(buyer, 1, wallets)
  return outcome
}

describe('what a wallet has put aside', () => {
  it('is listed for that wallet only, with what it was spent on', async () => {
    const [buyer, stranger] = [await openBuyer(), await openBuyer()]
    const [channel, ...others] = await channelsOf(buyer)
    expect(others).toEqual([])
    expect(channel).toMatchObject({
      network: BASE_SEPOLIA,
      balanceAtomic: 100n * price,
      chargedAtomic: 3n * price,
      resourceUri: `${ours.origin}/call`,
      config: { payer: buyer.address.toLowerCase() },
    })
    expect((await channelsOf(stranger)).map(({ id }) => id)).not.toContain(channel?.id)
    expect(await listPayerChannels(database(), [])).toEqual([])
    // A contract wallet counts only on its own network.
    expect(await listPayerChannels(database(), [{ scope: 'eip155:8453', address: buyer.address }])).toEqual([])
    expect(await listPayerChannels(database(), [{ scope: BASE_SEPOLIA, address: buyer.address }])).toHaveLength(1)
  })

  it('comes back to it without a voucher, less what was charged, once', async () => {
    const buyer = await openBuyer()
    const outcomes = await giveBackAtOnce(buyer, 4)
    expect(outcomes.filter(({ kind }) => kind === 'refunded')).toMatchObject([
      { response: { amount: `${97n * price}` } },
    ])
    expect(outcomes.every(({ kind }) => ['refunded', 'busy', 'nothing'].includes(kind))).toBe(true)
    expect(await buyer.balance()).toBe(2_000_000n - 3n * price)
    expect(await channelsOf(buyer)).toEqual([])
  })

  it('is not moved for another wallet, nor for none', async () => {
    const [buyer, stranger] = [await openBuyer('/call', 1), await openBuyer('/call', 1)]
    const before = await buyer.balance()
    expect(await giveBack(buyer, [walletOf(stranger)])).toEqual({ kind: 'not_found' })
    expect(await giveBack(buyer, [])).toEqual({ kind: 'not_found' })
    expect([await buyer.balance(), (await channelsOf(buyer)).length]).toEqual([before, 1])
  })

  it('waits for the call that is being answered out of it', async () => {
    const buyer = await openBuyer('/call', 1)
    isHeld = true
    const before = (await ours.runs())['/call'] ?? 0
    const calling = buyer.fetch(`${ours.origin}/call`)
    await expect.poll(async () => (await ours.runs())['/call']).toBe(before + 1)
    expect(await giveBack(buyer)).toEqual({ kind: 'busy' })
    isHeld = false
    work.finish()
    expect((await calling).status).toBe(200)
    expect(await giveBack(buyer)).toMatchObject({ kind: 'refunded', response: { amount: `${98n * price}` } })
  })
})
