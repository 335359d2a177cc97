import { flood } from '../flood'
import type { Target } from '../targets'
import { createEvmBuyer } from '../test-buyer'
import type { TestWorld } from '../test-world'
import { approvePermit2 } from '../wallet-moves'

/** The maximum of the metered route, atomic units. */
const MAXIMUM = 100_000n

/**
 * Twenty authorizations at once, each valid, over a balance for five; each is charged its maximum. Requests without an
 * answer after `enough` handler runs, or that time, are given up.
 */
export async function overdrawBalance(
  world: TestWorld,
  instances: [Target, ...Target[]],
  { enough = Number.POSITIVE_INFINITY, patienceMs = 180_000 }: { enough?: number; patienceMs?: number } = {},
) {
  const buyer = await createEvmBuyer(world, 5n * MAXIMUM)
  await approvePermit2(world, buyer.key)
  const url = (copy: number) => `${instances[copy % instances.length]?.origin}/metered?amount=100%25`
  const runsBefore = await totalRuns(instances)
  const signed = await Promise.all(Array.from({ length: 20 }, (_, copy) => buyer.sign(url(copy))))
  const runs = async () => (await totalRuns(instances)) - runsBefore
  const deadline = performance.now() + patienceMs
  const { grants } = await flood(
    20,
    (copy, signal) => fetch(url(copy), { headers: signed[copy]?.headers ?? {}, signal }),
    async () => performance.now() > deadline || (await runs()) >= enough,
  )
  return {
    grants,
    runs: await runs(),
    // By what the buyer has left: payments of other tests to the same payee may still land.
    earned: 5n * MAXIMUM - (await buyer.balance()),
  }
}

const totalRuns = async (instances: Target[]) =>
  (await Promise.all(instances.map((target) => target.runs()))).reduce((sum, runs) => sum + (runs['/metered'] ?? 0), 0)
