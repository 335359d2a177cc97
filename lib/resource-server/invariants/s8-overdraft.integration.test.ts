import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Arena, flood, openArena, type Target } from '@/testing/arena'
import { createEvmBuyer, readUsdc } from '@/testing/test-buyer'
import { approvePermit2 } from '@/testing/wallet-moves'

let arena: Arena
beforeAll(async () => {
  arena = await openArena()
})
afterAll(() => arena.close())
afterEach(() => {
  vi.doUnmock('../verify-claim')
  vi.resetModules()
})

const price = 100_000n

/**
 * Twenty authorizations at once, each good by itself, over a balance for five; each is charged its maximum. Until
 * `enough` handlers ran.
 */
async function overdraw(targets: Target[], enough = Number.POSITIVE_INFINITY) {
  const buyer = await createEvmBuyer(arena.world, 5n * price)
  await approvePermit2(arena.world, buyer.key)
  const url = (copy: number) => `${targets[copy % targets.length]?.origin}/metered?amount=100%25`
  const earned = () => readUsdc(arena.world, targets[0]?.payTo ?? arena.payTo)
  const earnedBefore = await earned()
  const runsBefore = await totalRuns(targets)
  const signed = await Promise.all(Array.from({ length: 20 }, (_, copy) => buyer.sign(url(copy))))
  const runs = async () => (await totalRuns(targets)) - runsBefore
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

const totalRuns = async (targets: Target[]) =>
  (await Promise.all(targets.map((target) => target.runs()))).reduce((sum, runs) => sum + (runs['/metered'] ?? 0), 0)

describe('S-8: the payments in flight of one payer never exceed its balance', () => {
  it('does not hold in the stock shop: it works for more than it can be paid for', async () => {
    const { runs, earned } = await overdraw([await arena.stock()], 6)
    expect(earned).toBeLessThanOrEqual(5n * price)
    expect(runs).toBeGreaterThan(5)
  })

  it('holds here: five handler runs, five grants, five payments', async () => {
    expect(await overdraw([await arena.ours()])).toEqual({ grants: 5, runs: 5, earned: 5n * price })
  })

  it('holds here over two instances', async () => {
    const one = await arena.ours()
    const two = await arena.ours({ publicOrigin: one.origin })
    expect(await overdraw([one, two])).toEqual({ grants: 5, runs: 5, earned: 5n * price })
  })

  it('breaks without the reservation that verifying makes', async () => {
    vi.resetModules()
    vi.doMock('../verify-claim', async (original) => ({
      ...(await original<typeof import('../verify-claim')>()),
      verifyClaim: async () => ({ kind: 'valid' }),
    }))
    const { runs } = await overdraw([await arena.ours()])
    expect(runs).toBeGreaterThan(5)
  })
})
