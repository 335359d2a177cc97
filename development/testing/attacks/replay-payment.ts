import { flood } from '../flood'
import type { Target } from '../targets'
import { createEvmBuyer, readUsdc } from '../test-buyer'
import type { TestWorld } from '../test-world'
import { approvePermit2 } from '../wallet-moves'

type ReplayOptions = {
  copies: number
  path?: string
  /** Handler runs after which requests without an answer are given up. */
  enough?: number
  /** Time after which they are given up too. */
  patienceMs?: number
}

/** One payment, many copies at once, spread over the given instances. */
export async function replayPayment(
  world: TestWorld,
  instances: [Target, ...Target[]],
  { copies, path = '/cheap', enough = Number.POSITIVE_INFINITY, patienceMs = 180_000 }: ReplayOptions,
) {
  const buyer = await createEvmBuyer(world, 1_000_000n)
  if (path.startsWith('/metered')) await approvePermit2(world, buyer.key)
  const [first] = instances
  const earned = () => readUsdc(world, first.payTo)
  const earnedBefore = await earned()
  const runsBefore = await totalRuns(instances, path)
  const { headers } = await buyer.sign(`${first.origin}${path}`)
  const runs = async () => (await totalRuns(instances, path)) - runsBefore
  const deadline = performance.now() + patienceMs
  const result = await flood(
    copies,
    (copy, signal) => fetch(`${instances[copy % instances.length]?.origin}${path}`, { headers, signal }),
    async () => performance.now() > deadline || (await runs()) >= enough,
  )
  return {
    ...result,
    runs: await runs(),
    earned: (await earned()) - earnedBefore,
    spent: 1_000_000n - (await buyer.balance()),
  }
}

const totalRuns = async (instances: Target[], path: string) =>
  (await Promise.all(instances.map((target) => target.runs()))).reduce(
    (sum, runs) => sum + (runs[path.split('?')[0] ?? path] ?? 0),
    0,
  )
