import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { flood, openTargets, type Target, type Targets } from '@/testing/targets'
import { createEvmBuyer, readUsdc } from '@/testing/test-buyer'
import { approvePermit2 } from '@/testing/wallet-moves'

let targets: Targets
beforeAll(async () => {
  targets = await openTargets()
})
afterAll(() => targets.close())
afterEach(() => {
  vi.doUnmock('@/lib/payments/claim')
  vi.doUnmock('../verify-claim')
  vi.resetModules()
})

/** One payment, many copies at once, spread over the given instances, until `enough` handlers ran. */
async function replay(instances: Target[], copies: number, path = '/cheap', enough = Number.POSITIVE_INFINITY) {
  const buyer = await createEvmBuyer(targets.world, 1_000_000n)
  if (path.startsWith('/metered')) await approvePermit2(targets.world, buyer.key)
  const [first] = instances
  const earned = () => readUsdc(targets.world, first?.payTo ?? targets.payTo)
  const earnedBefore = await earned()
  const runsBefore = await totalRuns(instances, path)
  const { headers } = await buyer.sign(`${first?.origin}${path}`)
  const runs = async () => (await totalRuns(instances, path)) - runsBefore
  const result = await flood(
    copies,
    (copy, signal) => fetch(`${instances[copy % instances.length]?.origin}${path}`, { headers, signal }),
    async () => (await runs()) >= enough,
  )
  return {
    ...result,
    runs: await runs(),
    earned: (await earned()) - earnedBefore,
    spent: 1_000_000n - (await buyer.balance()),
  }
}

const totalRuns = async (instances: Target[], path: string) =>
  (await Promise.all(instances.map((target) => target.runs()))).reduce((sum, runs) => sum + (runs[path] ?? 0), 0)

describe('S-3 and S-7: one payment, one handler run, one settlement, one grant', () => {
  it('does not hold in the stock server, which runs the handler for every copy', async () => {
    const { runs } = await replay([await targets.stock()], 20, '/cheap', 2)
    expect(runs).toBeGreaterThan(1)
  })

  it('does not hold in the stock server for a metered price of zero, which is granted again and again', async () => {
    const { grants, spent } = await replay([await targets.stock()], 10, '/metered?amount=0')
    expect(spent).toBe(0n)
    expect(grants).toBeGreaterThan(1)
  })

  it('holds here under 200 copies at one instance', async () => {
    const result = await replay([await targets.ours()], 200)
    expect(result).toMatchObject({ grants: 1, runs: 1, earned: 1000n, spent: 1000n })
    expect((result.statuses[409] ?? 0) + (result.statuses[402] ?? 0)).toBe(199)
  })

  it('holds here under 200 copies at two instances over one database', async () => {
    const one = await targets.ours()
    const two = await targets.ours({ publicOrigin: one.origin })
    expect(await replay([one, two], 200)).toMatchObject({ grants: 1, runs: 1, earned: 1000n, spent: 1000n })
  })

  it('holds here for a metered price of zero', async () => {
    expect(await replay([await targets.ours()], 50, '/metered?amount=0')).toMatchObject({ grants: 1, spent: 0n })
  })

  it('breaks without the claim and the reservation behind it', async () => {
    vi.resetModules()
    vi.doMock('@/lib/payments/claim', async (original) => ({
      ...(await original<typeof import('@/lib/payments/claim')>()),
      claimPayment: async () => ({ kind: 'claimed', paymentId: randomUUID() }),
    }))
    vi.doMock('../verify-claim', async (original) => ({
      ...(await original<typeof import('../verify-claim')>()),
      verifyClaim: async () => ({ kind: 'valid' }),
    }))
    const { runs } = await replay([await targets.ours()], 20)
    expect(runs).toBe(20)
  })
})
