import type { PrivateKeyAccount } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { usdc } from '@/development/devnet/testing/evm-parties'
import { channelTerms } from '@/development/testing/channel-terms'
import { EVM_NETWORK, type FacilitatorWorld, openFacilitatorWorld } from '@/development/testing/facilitator-world'
import { replaceFunction } from '@/development/testing/replace-function'
import { openChannel } from '@/lib/base/chains/testing/signed-channels'
import { signEvmPayment } from '@/lib/base/chains/testing/signed-payments'
import type { SettleOutcome } from '@/lib/base/x402/wire'
import type { Facilitator } from '../create-facilitator'

/** A thousand dollars. */
const CENTS_PER_COIN = 100_000n

let world: FacilitatorWorld
/** One of each kind of buyer; the attacker pays between its own wallets, and loses nothing. */
let attacker: PrivateKeyAccount
let honest: PrivateKeyAccount
/** Gas cost of one payment now. */
let fee: bigint

beforeAll(async () => {
  world = await openFacilitatorWorld()
  attacker = await world.newEvmPayer()
  honest = await world.newEvmPayer()
})
// Gas prices move with the blocks of a chain that others use too.
beforeEach(async () => {
  expect(reasonOf(await pay(world.facilitator, { payer: honest, payTo: world.newEvmSeller() }))).toBeNull()
  fee = await spent()
  await world.database.gasUse.deleteMany()
})
afterEach(async () => {
  await world.database.gasUse.deleteMany()
})
afterAll(() => world.close())

type Sale = { payer: PrivateKeyAccount; payTo: string; price?: string }

async function requestOf({ payer, payTo, price = '$0.000001' }: Sale) {
  const paymentRequirements = world.requirements({ price, payTo })
  return { paymentPayload: await signEvmPayment(payer, paymentRequirements), paymentRequirements }
}

const pay = async (facilitator: Facilitator, sale: Sale, options = {}) =>
  facilitator.settle(await requestOf(sale), options)

const reasonOf = (outcome: SettleOutcome) =>
  outcome.kind === 'settled' ? null : outcome.kind === 'refused' ? outcome.response.errorReason : outcome.reason

async function spent(): Promise<bigint> {
  const [row] = await world.database.$queryRaw<[{ spent: string }]>`
    SELECT coalesce(sum(spent), 0)::text AS spent FROM gas_uses WHERE day = (now() AT TIME ZONE 'UTC')::date`
  return BigInt(row.spent)
}

/** Gas spent today for a payee, or for a caller; for all of them without a name. */
async function spentFor(kind: 'payee' | 'caller', subject?: string): Promise<bigint> {
  const uses = await world.database.gasUse.findMany({ select: { payee: true, caller: true, spent: true, day: true } })
  const days = uses.map(({ day }) => day.getTime())
  return uses
    .filter((use) => use.day.getTime() === Math.max(...days) && (subject === undefined || use[kind] === subject))
    .reduce((sum, use) => sum + BigInt(use.spent.toFixed(0)), 0n)
}

/** The share was used, and exceeded by at most the last payment. */
function expectUsed(used: bigint, share: bigint): void {
  expect(used).toBeGreaterThanOrEqual(share)
  expect(used).toBeLessThan(share + 2n * fee)
}

const open = (dailyBudget: bigint, centsPerCoin: bigint | null = null) =>
  world.openInstance({ gas: { dailyBudget, centsPerCoin }, limits: { gasMaxAgeMs: 0, maxBatch: 1 } })

/** Settles until a refusal, which must be that of the gas; returns the number of successes. */
async function untilRefused(settle: () => Promise<SettleOutcome>, most = 100): Promise<number> {
  for (let count = 0; count < most; count += 1) {
    const reason = reasonOf(await settle())
    if (reason === null) continue
    expect(reason).toBe('gas_budget_spent')
    return count
  }
  return most
}

async function newKnownSeller(): Promise<string> {
  const payTo = world.newEvmSeller()
  expect(reasonOf(await pay(world.facilitator, { payer: honest, payTo }))).toBeNull()
  await world.database.$executeRaw`
    UPDATE gas_uses SET day = day - 1 WHERE payee = ${payTo.toLowerCase()} AND network = ${EVM_NETWORK}`
  return payTo
}

describe('S-23: gas is shared out', () => {
  it('never for what a wallet pays itself', async () => {
    const before = await spent()
    const request = await requestOf({ payer: attacker, payTo: attacker.address })
    expect(await world.facilitator.verify(request)).toMatchObject({ isValid: false, invalidReason: 'payer_is_payee' })
    expect(reasonOf(await world.facilitator.settle(request))).toBe('payer_is_payee')
    expect(await spent()).toBe(before)
  })

  it('so that worthless payments end while an honest buyer of another seller still pays', async () => {
    const seller = await newKnownSeller()
    // Three quarters are for payments: 48 fees. One new seller gets a thirty-second, all new ones together a quarter.
    const facilitator = await open(64n * fee)
    const first = world.newEvmSeller()
    await untilRefused(() => pay(facilitator, { payer: attacker, payTo: first }))
    expectUsed(await spentFor('payee', first.toLowerCase()), (48n * fee) / 32n)
    await untilRefused(() => pay(facilitator, { payer: attacker, payTo: world.newEvmSeller() }))
    expectUsed(await spentFor('payee'), (48n * fee) / 4n)
    expect(reasonOf(await pay(facilitator, { payer: attacker, payTo: first }))).toBe('gas_budget_spent')
    const honestSale = { payer: honest, payTo: seller }
    expect(await facilitator.verify(await requestOf(honestSale))).toMatchObject({ isValid: true })
    expect(reasonOf(await pay(facilitator, honestSale))).toBeNull()
  })

  it('or one seller empties it for all, without the shares', async () => {
    const shares = await import('../gas-shares')
    for (const name of ['shareOf', 'newcomersOf', 'ordinaryOf'] as const) {
      replaceFunction(shares, name, (purse: bigint) => purse)
    }
    const seller = await newKnownSeller()
    const { createGasBudget } = await import('../gas-budget')
    const log = { info: () => {}, warn: () => {}, error: () => {} }
    const chain = { network: EVM_NETWORK, dailyBudget: 8n * fee, centsPerCoin: null }
    const budget = createGasBudget({ database: world.database, log }, { gasMaxAgeMs: 0 }, chain)
    const useOf = (payTo: string) => ({ purpose: 'payment', payee: payTo.toLowerCase(), caller: '' }) as const
    const first = world.newEvmSeller()
    while ((await spent()) < 6n * fee) {
      expect(await budget.refusal(useOf(first), null)).toBeNull()
      expect(reasonOf(await pay(world.facilitator, { payer: attacker, payTo: first }))).toBeNull()
    }
    expect(await budget.refusal(useOf(seller), null)).toMatchObject({ reason: 'gas_budget_spent' })
  })

  it('more of it to a seller with busy days behind it', async () => {
    const payTo = world.newEvmSeller()
    for (let count = 0; count < 4; count += 1) await pay(world.facilitator, { payer: honest, payTo })
    const busiest = await spentFor('payee', payTo.toLowerCase())
    await world.database.$executeRaw`UPDATE gas_uses SET day = day - 2 WHERE payee = ${payTo.toLowerCase()}`
    const facilitator = await open(64n * fee)
    await untilRefused(() => pay(facilitator, { payer: honest, payTo }))
    expectUsed(await spentFor('payee', payTo.toLowerCase()), 2n * busiest)
  })

  it('and what callers over HTTP ask for never ends what this site sells', async () => {
    const seller = await newKnownSeller()
    const facilitator = await open(64n * fee)
    const sellers = [seller, await newKnownSeller(), await newKnownSeller(), await newKnownSeller()]
    let turn = 0
    await untilRefused(() => {
      turn += 1
      return pay(facilitator, { payer: attacker, payTo: sellers[turn % 4] ?? '' }, { caller: 'anybody' })
    })
    expectUsed(await spentFor('caller', 'anybody'), (48n * fee) / 8n)
    expect(reasonOf(await pay(facilitator, { payer: honest, payTo: seller }))).toBeNull()
  })

  it('with a last part for payments that are worth more than their gas', async () => {
    const [seller, busy] = [await newKnownSeller(), await newKnownSeller()]
    for (let count = 0; count < 7; count += 1) await pay(world.facilitator, { payer: attacker, payTo: busy })
    // Four fifths of the payments' part: more than two thirds.
    const almost = async () => ((await spent()) * 5n) / 3n
    const priced = await open(await almost(), CENTS_PER_COIN)
    const sale = (price: string) => ({ payer: honest, payTo: seller, price })
    expect(reasonOf(await pay(priced, sale('$0.000001')))).toBe('gas_budget_spent')
    expect(reasonOf(await pay(priced, sale('$5')))).toBeNull()
    // Without a rate that part is for sellers who were paid before.
    const unpriced = await open(await almost())
    expect(reasonOf(await pay(unpriced, { payer: honest, payTo: world.newEvmSeller() }))).toBe('gas_budget_spent')
    expect(reasonOf(await pay(unpriced, { payer: honest, payTo: await newKnownSeller() }))).toBeNull()
  })
})

describe('S-23: payment channels', () => {
  const act = (facilitator: Facilitator, terms: ReturnType<typeof channelTerms>, payload: Record<string, unknown>) =>
    facilitator.settle(
      { paymentPayload: { x402Version: 2, accepted: terms, payload }, paymentRequirements: terms },
      { maySignRefund: () => true },
    )
  const deposit = async (channel: ReturnType<typeof openChannel>, terms: ReturnType<typeof channelTerms>) => {
    const request = { paymentPayload: await channel.deposit(10_000n), paymentRequirements: terms }
    expect(reasonOf(await world.facilitator.settle(request))).toBeNull()
  }

  it('are claimed and paid out also when payments have spent their part', async () => {
    const payTo = world.newEvmSeller()
    const terms = channelTerms(world.facilitator, { payTo })
    const channel = openChannel(honest, terms)
    await deposit(channel, terms)
    const facilitator = await open(await spent())
    expect(await facilitator.verify(await requestOf({ payer: honest, payTo }))).toMatchObject({
      invalidReason: 'gas_budget_spent',
    })
    const claims = [await channel.claim(400n)]
    expect(reasonOf(await act(facilitator, terms, { type: 'claim', claims }))).toBeNull()
    const rows = await world.database.gasUse.findMany({ where: { payee: payTo.toLowerCase() } })
    expect(rows.map(({ purpose, settlements }) => [purpose, settlements]).toSorted()).toEqual([
      ['channel', 1],
      ['payment', 1],
    ])
    const roomy = await open(400n * (await spent()))
    expect(reasonOf(await act(roomy, terms, { type: 'settle', receiver: payTo, token: usdc }))).toBeNull()
  })

  it('cost as much as their part of a claim of several', async () => {
    const payTo = world.newEvmSeller()
    const terms = channelTerms(world.facilitator, { payTo })
    const claims = []
    for (const payer of [honest, attacker]) {
      const channel = openChannel(payer, terms)
      await deposit(channel, terms)
      claims.push(await channel.claim(400n))
    }
    const priced = await open(10_000n * fee, CENTS_PER_COIN)
    expect(reasonOf(await act(priced, terms, { type: 'claim', claims }))).toBeNull()
    const [row] = await world.database.gasUse.findMany({ where: { payee: payTo.toLowerCase(), purpose: 'channel' } })
    expect(row?.settlements).toBe(2)
    const { micros } = (await priced.channelCosts()).find(({ network }) => network === EVM_NETWORK) ?? { micros: null }
    const spentMicros = (BigInt(row?.spent.toFixed(0) ?? 0) * CENTS_PER_COIN * 10_000n) / 10n ** 18n
    expect(micros).toBe(spentMicros / 2n)
  })

  it('are refunded once in an hour, or as often as it is worth the gas', async () => {
    const terms = channelTerms(world.facilitator, { payTo: world.newEvmSeller() })
    const channel = openChannel(attacker, terms)
    const refund = async (facilitator: Facilitator, nonce: number) => {
      const { payload } = await channel.refund(0n, '10000')
      return reasonOf(await act(facilitator, terms, { ...payload, refundNonce: String(nonce), claims: [] }))
    }
    await deposit(channel, terms)
    const facilitator = await open(10_000n * fee)
    expect(await refund(facilitator, 0)).toBeNull()
    await deposit(channel, terms)
    expect(await refund(facilitator, 1)).toBe('refund_too_soon')
    // A cent is more than the gas where a coin costs a cent.
    expect(await refund(await open(10_000n * fee, 1n), 1)).toBeNull()
    await deposit(channel, terms)
    expect(await refund(facilitator, 2)).toBe('refund_too_soon')
    await world.database.$executeRaw`
      UPDATE settlements SET decided_at = decided_at - interval '1 hour' WHERE payer = ${`refund/${channel.id}`}`
    expect(await refund(facilitator, 2)).toBeNull()
  })
})
