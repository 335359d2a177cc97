import type { PrivateKeyAccount } from 'viem'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { usdc } from '@/development/devnet/testing/evm-parties'
import { channelTerms } from '@/development/testing/channel-buyer'
import { EVM_NETWORK, openFacilitatorWorld } from '@/development/testing/facilitator-world'
import { signEvmPayment } from '@/lib/base/chains/testing/signed-payments'
import { sql } from '@/lib/base/infra/database'
import type { SettleOutcome } from '@/lib/base/x402/wire'
import { openChannel } from '@/lib/channels/testing/signed-channels'
import type { Facilitator } from '../create-facilitator'

/** Gas cost of one payment now. */
let fee: bigint

const world = await openFacilitatorWorld()
/** One of each kind of buyer; the attacker pays between its own wallets, and loses nothing. */
const attacker = await world.newEvmPayer()
const honest = await world.newEvmPayer()
// Gas prices move with the blocks of a chain that others use too.
beforeEach(async () => {
  expect(reasonOf(await pay(world.facilitator, { payer: honest, payTo: world.newEvmSeller() }))).toBeNull()
  fee = await spent()
  await world.database.gasUse.deleteMany()
  // Buyers of an earlier test are of an earlier week.
  await world.database.execute(sql`UPDATE settlements SET decided_at = decided_at - interval '8 days'`)
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
  const row = await world.database.row<{ spent: string }>(sql`
    SELECT coalesce(sum(spent), 0)::text AS spent FROM gas_uses WHERE day = (now() AT TIME ZONE 'UTC')::date`)
  return BigInt(row.spent)
}

const open = (dailyBudget: bigint) =>
  world.openInstance({ gas: { dailyBudget }, limits: { gasMaxAgeMs: 0, maxBatch: 1 } })

/** Gas spent today for a payee, or for a caller. */
async function spentFor(kind: 'payee' | 'caller', subject: string): Promise<bigint> {
  const uses = await world.database.gasUse.findMany({
    where: { [kind]: kind === 'payee' ? subject.toLowerCase() : subject },
  })
  return uses.reduce((sum, use) => sum + BigInt(use.spent.toFixed(0)), 0n)
}

/** The share was used, and exceeded by at most the last payment. */
function expectUsed(used: bigint, share: bigint): void {
  expect(used).toBeGreaterThanOrEqual(share)
  expect(used).toBeLessThan(share + 2n * fee)
}

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

/** A seller from whom two wallets have bought. */
async function newSeller(): Promise<string> {
  const payTo = world.newEvmSeller()
  for (const payer of [honest, await world.newEvmPayer()]) {
    expect(reasonOf(await pay(world.facilitator, { payer, payTo }))).toBeNull()
  }
  return payTo
}

/**
 * Everything that costs an attacker nothing: a ring of wallets that sends a dollar round, what these wallets pay to
 * sixteen payees, and what the one wallet pays to the same that gets its money back elsewhere. Returns its successes.
 */
async function attack(facilitator: Facilitator): Promise<number> {
  const ring = await Promise.all([1, 2, 3].map(() => world.newEvmPayer()))
  const payees = Array.from({ length: 16 }, () => world.newEvmSeller())
  let [turn, count] = [0, 0]
  for (const [place, payer] of ring.entries()) {
    const next = ring[(place + 1) % ring.length]?.address ?? ''
    count += await untilRefused(() => pay(facilitator, { payer, payTo: next, price: '$1' }), 2)
  }
  for (const payer of [attacker, ...ring]) {
    const settle = () => pay(facilitator, { payer, payTo: payees[turn++ % payees.length] ?? '' })
    count += await untilRefused(settle)
  }
  for (const payTo of payees) count += await untilRefused(() => pay(facilitator, { payer: attacker, payTo }))
  return count
}

describe('S-23: gas is the shop’s', () => {
  it('never for what a wallet pays itself', async () => {
    const before = await spent()
    const request = await requestOf({ payer: attacker, payTo: attacker.address })
    expect(await world.facilitator.verify(request)).toMatchObject({ isValid: false, invalidReason: 'payer_is_payee' })
    expect(reasonOf(await world.facilitator.settle(request))).toBe('payer_is_payee')
    expect(await spent()).toBe(before)
  })

  it('so that an attacker has a quarter and the part of its one buyer, and an honest seller its own', async () => {
    const seller = await newSeller()
    // Half is for this site's own payments: 32 fees. A quarter of them is for anybody, 24 are for three buyers.
    const facilitator = await open(64n * fee)
    await attack(facilitator)
    expect((await spent()) - (await spentFor('payee', seller))).toBeLessThanOrEqual((8n + 8n + 1n) * fee)
    const sale = { payer: honest, payTo: seller }
    expect(await facilitator.verify(await requestOf(sale))).toMatchObject({ isValid: true })
    await untilRefused(() => pay(facilitator, sale))
    expectUsed(await spentFor('payee', seller), 16n * fee)
  })

  it('and neither a ring nor many payees of one wallet make more buyers', async () => {
    const seller = (await newSeller()).toLowerCase()
    expect(await attack(await open(64n * fee))).toBeGreaterThan(0)
    const { readBuyers } = await import('../ledger/gas-spending')
    const { [seller]: own, ...others } = Object.fromEntries(await readBuyers(world.database, EVM_NETWORK))
    expect(own).toBeCloseTo(2 / 3)
    expect(Object.values(others).reduce((sum, part) => sum + part, 0)).toBeCloseTo(1 / 3)
  })

  it('and what callers over HTTP ask for, also for that seller, never ends what this site sells', async () => {
    const seller = await newSeller()
    // A quarter is for such callers: 32 fees. Of them each key has a quarter, and so have all without one.
    const facilitator = await open(128n * fee)
    const sale = { payer: attacker, payTo: seller }
    for (const caller of ['anybody', 'key:one', 'key:two', 'key:three']) {
      await untilRefused(() => pay(facilitator, sale, { caller }))
    }
    for (const caller of ['anybody', 'key:one']) expectUsed(await spentFor('caller', caller), 8n * fee)
    // The seller's part of what such callers may ask for; all buyers are its own.
    expectUsed((await spentFor('payee', seller)) - (await spentFor('caller', '')), 24n * fee)
    expect(reasonOf(await pay(facilitator, { payer: honest, payTo: seller }))).toBeNull()
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

  it('are refunded once in an hour', async () => {
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
    await world.database.execute(sql`
      UPDATE settlements SET decided_at = decided_at - interval '1 hour' WHERE payer = ${`refund/${channel.id}`}`)
    expect(await refund(facilitator, 1)).toBeNull()
  })
})
