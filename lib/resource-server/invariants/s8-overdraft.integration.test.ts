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
  vi.doUnmock('../verify-claim')
  vi.resetModules()
})

const price = 100_000n

/**
 * Twenty authorizations at once, each good by itself, over a balance for five; each is charged its maximum. Until
 * `enough` handlers ran.
 */
async function overdraw(instances: Target[], enough = Number.POSITIVE_INFINITY) {
  const buyer = await createEvmBuyer(targets.world, 5n * price)
  await approvePermit2(targets.world, buyer.key)
  const url = (copy: number) => `${instances[copy % instances.length]?.origin}/metered?amount=100%25`
  const earned = () => readUsdc(targets.world, instances[0]?.payTo ?? targets.payTo)
  const earnedBefore = await earned()
  const runsBefore = await totalRuns(instances)
  const signed = await Promise.all(Array.from({ length: 20 }, (_, copy) => buyer.sign(url(copy))))
  const runs = async () => (await totalRuns(instances)) - runsBefore
  const { grants } = await flood(
    20,
    (copy, signal) => fetch(url(copy), { headers: signed[copy]?.headers ?? {}, signal }),
    async () => (await runs()) >= enough,
  )
  return {
    grants,
    runs: await runs(),
    earned: (await earned()) - earnedBefore,
  }
}

const totalRuns = async (instances: Target[]) =>
  (await Promise.all(instances.map((target) => target.runs()))).reduce((sum, runs) => sum + (runs['/metered'] ?? 0), 0)

describe('S-8: the payments in flight of one payer never exceed its balance', () => {
  it('does not hold in the stock server: it works for more than it can be paid for', async () => {
    const { runs, earned } = await overdraw([await targets.stock()], 6)
    expect(earned).toBeLessThanOrEqual(5n * price)
    expect(runs).toBeGreaterThan(5)
  })

  it('holds here: five handler runs, five grants, five payments', async () => {
    expect(await overdraw([await targets.ours()])).toEqual({ grants: 5, runs: 5, earned: 5n * price })
  })

  it('holds here over two instances', async () => {
    const one = await targets.ours()
    const two = await targets.ours({ publicOrigin: one.origin })
    expect(await overdraw([one, two])).toEqual({ grants: 5, runs: 5, earned: 5n * price })
  })

  it('breaks without the reservation that verifying makes', async () => {
    vi.resetModules()
    vi.doMock('../verify-claim', async (original) => ({
      ...(await original<typeof import('../verify-claim')>()),
      verifyClaim: async () => ({ kind: 'valid' }),
    }))
    const { runs } = await overdraw([await targets.ours()])
    expect(runs).toBeGreaterThan(5)
  })
})
