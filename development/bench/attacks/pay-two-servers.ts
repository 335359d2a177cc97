import { setTimeout as sleep } from 'node:timers/promises'
import type { Target } from '@/development/testing/targets'
import { createEvmBuyer, readUsdc } from '@/development/testing/test-buyer'
import type { TestWorld } from '@/development/testing/test-world'
import type { Outcome, Side } from './attack'

const PRICE = 1_000n

/** One payment is sent at once to two servers of one seller, each with its own database, and one facilitator. */
export async function payTwoServers(world: TestWorld, side: Side): Promise<Outcome> {
  const { target: other, stop } = await side.startOther()
  try {
    const targets = [side.target, other]
    const buyer = await createEvmBuyer(world, 1_000_000n)
    const signed = await buyer.sign(`${side.target.origin}/slow?held`)
    const earnedBefore = await readUsdc(world, side.target.payTo)
    const before = await Promise.all(targets.map(runsOf))
    const answered = [false, false]
    const asked = targets.map(async ({ origin }, index) => {
      const { status } = await fetch(`${origin}/slow?held`, { headers: signed.headers })
      answered[index] = true
      return status
    })
    // Each handler has begun, or its server has refused.
    for (const [index, target] of targets.entries()) {
      while (!answered[index] && (await runsOf(target)) === before[index]) await sleep(5)
    }
    await Promise.all(targets.map(({ finish }) => finish()))
    const statuses = await Promise.all(asked)
    const runs = (await Promise.all(targets.map(runsOf))).reduce(
      (sum, count, index) => sum + count - (before[index] ?? 0),
      0,
    )
    const paid = Number(((await readUsdc(world, side.target.payTo)) - earnedBefore) / PRICE)
    const contents = statuses.filter((status) => status === 200).length
    const charged = 1_000_000n - (await buyer.balance())
    return {
      leaked: Math.max(0, contents - paid),
      unpaidRuns: Math.max(0, runs - paid),
      charged,
      lost: contents === 0 ? charged : 0n,
      said: `answered ${statuses.join(' and ')}, ${runs} handler runs`,
    }
  } finally {
    await stop()
  }
}

const runsOf = async ({ runs }: Target): Promise<number> => (await runs())['/slow'] ?? 0
