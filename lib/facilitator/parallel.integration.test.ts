import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, describe, expect, it } from 'vitest'
import { readerAt, usdcBalance } from '@/development/devnet/testing/evm-parties'
import { openFacilitatorWorld } from '@/development/testing/facilitator-world'
import { startFaultyRpc } from '@/development/testing/faulty-rpc'
import { soakOr } from '@/development/testing/soak'
import { testWorld } from '@/development/testing/test-world'
import { signEvmPayment } from '@/lib/base/chains/testing/signed-payments'
import { newPayments } from './testing/new-payments'

const world = await openFacilitatorWorld()
afterAll(() => world.close())

const evmBalance = (owner: string) => usdcBalance(testWorld().evmRpcUrl, owner as `0x${string}`)
const gasNonce = () => {
  const [key] = world.gasKeys
  if (!key) throw new Error('Expected a gas wallet.')
  return readerAt(testWorld().evmRpcUrl).getTransactionCount({ address: privateKeyToAccount(key).address })
}

const signMany = async (count: number, payTo: `0x${string}`, price = '$0.001') =>
  (await newPayments(world, count, { payTo, price })).requests

const many = soakOr(200, 80)
const few = soakOr(60, 20)

describe('many settlements at once', () => {
  it('lands all of one gas wallet in far fewer transactions than payments', async () => {
    const payTo = world.newEvmSeller()
    const requests = await signMany(many, payTo)
    const before = await gasNonce()
    const outcomes = await Promise.all(requests.map((request) => world.facilitator.settle(request)))
    expect(outcomes.filter(({ kind }) => kind === 'settled')).toHaveLength(many)
    expect(await evmBalance(payTo)).toBe(BigInt(many) * 1_000n)
    expect((await gasNonce()) - before).toBeLessThan(many / 4)
  })

  it('settles each authorization once when two instances share wallet and database', async () => {
    const second = await world.openInstance()
    const payTo = world.newEvmSeller()
    const requests = await signMany(few, payTo)
    const both = requests.flatMap((request) => [world.facilitator.settle(request), second.settle(request)])
    const outcomes = await Promise.all(both)
    expect(outcomes.filter(({ kind }) => kind === 'settled')).toHaveLength(few)
    const refusals = outcomes.flatMap((outcome) => (outcome.kind === 'refused' ? [outcome.response.errorReason] : []))
    expect(new Set(refusals)).toEqual(new Set(['duplicate_settlement']))
    expect(await evmBalance(payTo)).toBe(BigInt(few) * 1_000n)
    const transactions = await world.database.settlementTransaction.groupBy({ by: ['state'], _count: true })
    expect(transactions.map(({ state }) => state)).toEqual(['landed'])
  })

  it('settles the sound ones of a batch in which one fails', async () => {
    const payTo = world.newEvmSeller()
    const poor = await world.newEvmPayer(1_000n)
    const paymentRequirements = world.requirements({ price: '$0.001', payTo })
    const sign = async () => ({ paymentPayload: await signEvmPayment(poor, paymentRequirements), paymentRequirements })
    const pair = [await sign(), await sign()]
    const others = await signMany(20, payTo)
    const outcomes = await Promise.all([...pair, ...others].map((request) => world.facilitator.settle(request)))
    expect(
      outcomes
        .slice(0, 2)
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(['refused', 'settled'])
    expect(outcomes.slice(2).every(({ kind }) => kind === 'settled')).toBe(true)
    expect(await evmBalance(payTo)).toBe(21_000n)
  })
})

describe('reservations', () => {
  it('finds exactly five of twenty valid over a balance for five', async () => {
    const payTo = world.newEvmSeller()
    const payer = await world.newEvmPayer(5_000n)
    const paymentRequirements = world.requirements({ price: '$0.001', payTo })
    const requests = await Promise.all(
      Array.from({ length: 20 }, async () => ({
        paymentPayload: await signEvmPayment(payer, paymentRequirements),
        paymentRequirements,
      })),
    )
    const second = await world.openInstance()
    const verdicts = await Promise.all(
      requests.map((request, index) => (index % 2 ? second : world.facilitator).verify(request)),
    )
    expect(verdicts.filter(({ isValid }) => isValid)).toHaveLength(5)
    const refused = verdicts.filter(({ isValid }) => !isValid)
    expect(new Set(refused.map(({ invalidReason }) => invalidReason))).toEqual(new Set(['insufficient_funds']))

    const valid = requests.filter((_, index) => verdicts[index]?.isValid)
    const outcomes = await Promise.all(valid.map((request) => world.facilitator.settle(request)))
    expect(outcomes.every(({ kind }) => kind === 'settled')).toBe(true)
    expect(await evmBalance(payTo)).toBe(5_000n)
  })

  it('counts a payment that landed in the very block of a reading that does not show it yet', async () => {
    const payTo = world.newEvmSeller()
    const payer = await world.newEvmPayer(1_000n)
    const paymentRequirements = world.requirements({ price: '$0.001', payTo })
    const sign = async () => ({ paymentPayload: await signEvmPayment(payer, paymentRequirements), paymentRequirements })
    const [first, second] = [await sign(), await sign()]

    // A node that names the block to come before its balances are to be read, while that block is being mined.
    const rpc = await startFaultyRpc(testWorld().evmRpcUrl)
    let [isEarly, namedHeight] = [true, 0n]
    rpc.decide(({ method }) => {
      if (method !== 'eth_call' || !isEarly) return 'pass'
      isEarly = false
      return {
        change: async (result) => {
          const height = await readerAt(testWorld().evmRpcUrl).getBlockNumber()
          const settled = await world.facilitator.settle(first)
          expect(settled.kind).toBe('settled')
          const landed = await world.database.settlement.findFirstOrThrow({
            where: { payer: payer.address.toLowerCase() },
          })
          namedHeight = landed.height ?? 0n
          return String(result).replace(word(height), word(namedHeight))
        },
      }
    })
    const elsewhere = await world.openInstance({ evmRpcUrls: [rpc.url] })
    expect(await elsewhere.verify(second)).toMatchObject({ isValid: false })
    expect(namedHeight).toBeGreaterThan(0n)
    await rpc.stop()
  })
})

const word = (value: bigint) => value.toString(16).padStart(64, '0')
