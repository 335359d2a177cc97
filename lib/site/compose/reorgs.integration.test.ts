import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AnvilClient, createAnvilClient } from '@/development/devnet/evm/anvil-client'
import { type AnvilNode, startAnvil } from '@/development/devnet/evm/start-anvil'
import { usdcBalance } from '@/development/devnet/testing/evm-parties'
import { EVM_NETWORK, type FacilitatorWorld, openFacilitatorWorld } from '@/development/testing/facilitator-world'
import { settleByStranger } from '@/development/testing/hostile-payers'
import { signEvmPayment } from '@/lib/base/chains/testing/signed-payments'
import type { Facilitator } from '@/lib/facilitator/create-facilitator'
import { takeBackLost } from '@/lib/payments/grants'

/** Trusts a node at once: the tests have one, and it is never late. */
const quick = { lookAgainMs: 0, takeOverAfterMs: 0, resendAfterMs: 50 }

const folder = mkdtempSync(join(tmpdir(), 'turnpike-reorgs-'))
let anvil: AnvilNode
let world: FacilitatorWorld
let chain: AnvilClient
let facilitator: Facilitator
let other: Facilitator
const errors: string[] = []
const log = { info: () => {}, warn: () => {}, error: (_: object, message: string) => void errors.push(message) }

beforeAll(async () => {
  anvil = await startAnvil({ dataDir: folder, port: 0, isDurable: false })
  chain = createAnvilClient(anvil.rpcUrl)
  world = await openFacilitatorWorld({ evmRpcUrl: anvil.rpcUrl })
  const options = { evmRpcUrls: [anvil.rpcUrl], confirmations: 2, limits: quick, log }
  facilitator = await world.openInstance(options)
  other = await world.openInstance(options)
})
beforeEach(() => void errors.splice(0))
afterAll(async () => {
  await world?.close()
  await anvil?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A settled payment, two blocks deep, and a function that resets the chain to before it. */
async function settleOne(by = facilitator) {
  const payer = await world.newEvmPayer()
  const payTo = world.newEvmSeller()
  const paymentRequirements = world.requirements({ price: '$0.001', payTo })
  const paymentPayload = await signEvmPayment(payer, paymentRequirements)
  const snapshot = await chain.snapshot()
  const settling = by.settle({ paymentPayload, paymentRequirements })
  const outcome = await whileMining(settling)
  if (outcome.kind !== 'settled') throw new Error(`Expected a settlement, got ${JSON.stringify(outcome)}.`)
  expect(await usdcBalance(anvil.rpcUrl, payTo)).toBe(1_000n)
  const rowOf = () => world.database.settlement.findFirstOrThrow({ where: { payTo: payTo.toLowerCase() } })
  /** Replaces its blocks by empty ones, in a longer chain. */
  const takeAway = async () => {
    const head = await chain.getBlockNumber({ cacheTime: 0 })
    await chain.revert({ id: snapshot })
    await chain.mine({ blocks: Number(head - (await chain.getBlockNumber({ cacheTime: 0 }))) + 3 })
    expect(await usdcBalance(anvil.rpcUrl, payTo)).toBe(0n)
  }
  return { payer, payTo, paymentPayload, rowOf, takeAway, paid: () => usdcBalance(anvil.rpcUrl, payTo) }
}

async function whileMining<T>(work: Promise<T>): Promise<T> {
  let isOver = false
  const over = work.finally(() => (isOver = true))
  while (!isOver) {
    await chain.mine({ blocks: 1 })
    await Promise.race([over, new Promise((resolve) => setTimeout(resolve, 150))])
  }
  return over
}

/** Runs passes of two instances at once, with blocks in between, until the condition holds. */
async function passUntil(holds: () => Promise<boolean>) {
  const found: number[] = []
  await expect
    .poll(async () => {
      const looks = await Promise.all([facilitator.lookAgain(), other.lookAgain()])
      found.push(...looks.flat().map((look) => look.found))
      await Promise.all([facilitator.reconcileSettlements(), other.reconcileSettlements()])
      await chain.mine({ blocks: 1 })
      return holds()
    })
    .toBe(true)
  return found.reduce((sum, count) => sum + count, 0)
}

describe('a settlement that a reorganisation of the chain takes away', () => {
  it('is found, told and settled again, by one instance of two, and then looked at until it is final', async () => {
    const { rowOf, takeAway, paid } = await settleOne()
    expect((await rowOf()).lookAgainAt).not.toBeNull()
    await takeAway()
    expect(await passUntil(async () => (await rowOf()).reorgedAt !== null && (await rowOf()).state === 'settled')).toBe(
      1,
    )
    expect(errors).toEqual(['finality: the chain shows a settled payment no more'])
    expect(await paid()).toBe(1_000n)
    await chain.mine({ blocks: 80 })
    await passUntil(async () => (await rowOf()).lookAgainAt === null)
    expect([await paid(), (await rowOf()).state]).toEqual([1_000n, 'settled'])
  })

  it('stays settled where somebody else lands the same authorization, and is not sent again', async () => {
    const { paymentPayload, rowOf, takeAway, paid } = await settleOne()
    const before = (await rowOf()).transaction
    await takeAway()
    const hash = await settleByStranger({ paymentPayload }, anvil.rpcUrl)
    await passUntil(async () => (await rowOf()).transaction === hash)
    expect(before).not.toBe(hash)
    expect([await paid(), (await rowOf()).state, (await rowOf()).reorgedAt]).toEqual([1_000n, 'settled', null])
  })

  it('is refused once its authorization has run out, and so is the payment that was delivered for it', async () => {
    const { rowOf, takeAway, paid } = await settleOne()
    const row = await rowOf()
    const { id } = await world.database.payment.create({ data: deliveredFor(row.key, row.transaction) })
    await takeAway()
    await chain.increaseTime({ seconds: 600 })
    await passUntil(async () => (await rowOf()).missingSince !== null)
    await chain.mine({ blocks: 80 })
    await passUntil(async () => (await rowOf()).state === 'refused')
    expect([(await rowOf()).reason, await paid()]).toEqual(['settlement_reorged', 0n])
    const lost = await facilitator.listLost()
    expect(await takeBackLost(world.database, lost)).toBe(1)
    expect(await takeBackLost(world.database, lost)).toBe(0)
    expect(await world.database.payment.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: 'refused',
      reason: 'settlement_reorged',
    })
    expect(await facilitator.countReorged()).toMatchObject({ settledAgain: 1, lost: 1 })
  })
})

const deliveredFor = (authorizationKey: string, transaction: string | null) => ({
  id: crypto.randomUUID(),
  authorizationKey,
  transaction,
  routeKey: 'GET /a',
  resourceUri: 'http://site.test/a',
  network: EVM_NETWORK,
  scheme: 'exact',
  asset: 'a',
  payer: 'b',
  payerIdentity: 'b',
  payTo: 'c',
  authorizedAtomic: '1000',
  settledAtomic: '1000',
  status: 'settled',
  requestFingerprint: 'd',
  payload: {},
  requirements: {},
  claimedAt: new Date(),
  settledAt: new Date(),
  deliveredAt: new Date(),
})
