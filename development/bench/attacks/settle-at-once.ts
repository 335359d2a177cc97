import { createEvmBuyer } from '@/development/testing/test-buyer'
import type { TestWorld } from '@/development/testing/test-world'
import { askFacilitator } from './ask-facilitator'
import type { Outcome, Side } from './attack'

const COPIES = 10
const PATIENCE_MS = 15_000

/** One payment, settled ten times at once: each approval would open content at a server that trusts its facilitator. */
export async function settleAtOnce(world: TestWorld, side: Side): Promise<Outcome> {
  const buyer = await createEvmBuyer(world, 1_000_000n)
  const { payload } = await buyer.sign(`${side.target.origin}/cheap`)
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null))
  const answers = await Promise.all(
    Array.from({ length: COPIES }, () =>
      Promise.race([askFacilitator(side, 'settle', payload).catch(() => null), late]),
    ),
  )
  const yeses = answers.filter((answer) => answer?.success === true).length
  const silent = answers.filter((answer) => answer === null).length
  const charged = 1_000_000n - (await buyer.balance())
  return {
    leaked: Math.max(0, yeses - Number(charged / 1_000n)),
    unpaidRuns: 0,
    charged,
    lost: yeses === 0 ? charged : 0n,
    said: `${yeses} of ${COPIES} answers say settled${silent > 0 ? `, ${silent} without an answer after ${PATIENCE_MS / 1_000} s` : ''}`,
  }
}
