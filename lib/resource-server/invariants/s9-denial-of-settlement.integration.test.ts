import { setTimeout as sleep } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { BASE_SEPOLIA } from '@/lib/x402/networks'
import { openTargets, type Target, type Targets } from '@/testing/targets'
import { createEvmBuyer, type TestBuyer } from '@/testing/test-buyer'
import { sendUsdc } from '@/testing/wallet-moves'

let targets: Targets
beforeAll(async () => {
  targets = await openTargets()
})
afterAll(() => targets.close())
afterEach(() => {
  vi.doUnmock('@/lib/payments/claim')
  vi.resetModules()
})

/** Sends one payment again and again, and takes the money away each time while the handler works. */
async function workUnpaid(target: Target, attempts: number) {
  const buyer = await createEvmBuyer(targets.world, 1000n)
  const { headers } = await buyer.sign(`${target.origin}/slow?held`)
  const runsBefore = await runsOf(target)
  const statuses: number[] = []
  for (let attempt = 0; attempt < attempts; attempt += 1) statuses.push(await askAndDrain(target, buyer, headers))
  return { runs: (await runsOf(target)) - runsBefore, statuses }
}

async function askAndDrain(target: Target, buyer: TestBuyer, headers: Record<string, string>): Promise<number> {
  if ((await buyer.balance()) === 0n) {
    await targets.world.faucet({ network: BASE_SEPOLIA, address: buyer.address, amountAtomic: 1000n })
  }
  const before = await runsOf(target)
  let isAnswered = false
  const answering = fetch(`${target.origin}/slow?held`, { headers }).finally(() => {
    isAnswered = true
  })
  while (!isAnswered && (await runsOf(target)) === before) await sleep(10)
  if ((await runsOf(target)) > before) {
    await sendUsdc(targets.world, buyer.key, privateKeyToAccount(generatePrivateKey()).address, 1000n)
  }
  await target.finish()
  return (await answering).status
}

const runsOf = async (target: Target) => (await target.runs())['/slow'] ?? 0

describe('S-9: work before money is bounded', () => {
  it('does not hold in the stock server: one payment makes it work as often as it is sent', async () => {
    expect((await workUnpaid(await targets.stock(), 6)).runs).toBe(6)
  })

  it('holds here: one payment starts a handler three times at most', async () => {
    const { runs, statuses } = await workUnpaid(await targets.ours(), 6)
    expect(runs).toBe(3)
    expect(statuses).toEqual([402, 402, 402, 402, 402, 402])
  })

  it('holds here for a payer that signs again each time: after three unpaid runs it pays first', async () => {
    const ours = await targets.ours()
    const buyer = await createEvmBuyer(targets.world, 1000n)
    const runsBefore = await runsOf(ours)
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await askAndDrain(ours, buyer, (await buyer.sign(`${ours.origin}/slow?held`)).headers)
    }
    expect((await runsOf(ours)) - runsBefore).toBe(3)
    await targets.world.faucet({ network: BASE_SEPOLIA, address: buyer.address, amountAtomic: 101_000n })
    const metered = await fetch(`${ours.origin}/metered`, {
      headers: (await buyer.sign(`${ours.origin}/metered`)).headers,
    })
    expect([metered.status, metered.headers.get('retry-after')]).toEqual([429, '600'])
    const paid = await fetch(`${ours.origin}/slow`, { headers: (await buyer.sign(`${ours.origin}/slow`)).headers })
    expect([paid.status, await buyer.balance()]).toEqual([200, 100_000n])
    const row = await ours.site.application.database.payment.findFirstOrThrow({
      where: { payer: buyer.address.toLowerCase(), status: 'settled' },
    })
    expect([row.producedAt, row.settledAt !== null]).toEqual([null, true])
  })

  it('starts no handler at all before the money where the route settles first', async () => {
    let runs = 0
    const ours = await targets.ours({
      routes: {
        'GET /expensive': {
          config: {
            accepts: { scheme: 'exact', price: '$0.001', network: BASE_SEPOLIA, payTo: targets.payTo },
            settle: 'before',
          },
          handler: () => {
            runs += 1
            return Response.json({ content: 'expensive' })
          },
        },
      },
    })
    const poor = await createEvmBuyer(targets.world, 0n)
    const unpaid = await poor.sign(`${ours.origin}/expensive`)
    const { facilitator } = ours.site.application.gate.ports
    const trusting = vi.spyOn(facilitator, 'verify').mockResolvedValue({ isValid: true })
    expect((await fetch(`${ours.origin}/expensive`, { headers: unpaid.headers })).status).toBe(402)
    expect(runs).toBe(0)
    trusting.mockRestore()
    const buyer = await createEvmBuyer(targets.world, 1000n)
    const paid = await buyer.sign(`${ours.origin}/expensive`)
    expect((await fetch(`${ours.origin}/expensive`, { headers: paid.headers })).status).toBe(200)
    expect([runs, await buyer.balance()]).toEqual([1, 0n])
  })

  it('breaks when the runs of a payment are not counted', async () => {
    vi.resetModules()
    vi.doMock('@/lib/payments/claim', async (original) => {
      const real = await original<typeof import('@/lib/payments/claim')>()
      return {
        ...real,
        claimPayment: async (...[database, input, options]: Parameters<typeof real.claimPayment>) => {
          const where = { authorizationKey: input.authorization.key }
          await database.payment.updateMany({ where, data: { handlerRuns: 0 } })
          return real.claimPayment(database, input, options)
        },
      }
    })
    expect((await workUnpaid(await targets.ours(), 5)).runs).toBe(5)
  })
})
