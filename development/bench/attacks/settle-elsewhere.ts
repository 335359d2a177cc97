import { createEvmBuyer } from '@/development/testing/test-buyer'
import type { TestWorld } from '@/development/testing/test-world'
import { askFacilitator } from './ask-facilitator'
import type { Outcome, Side } from './attack'

/** A payment is shown here that another server has settled at this facilitator, for its own content. */
export async function settleElsewhere(world: TestWorld, side: Side): Promise<Outcome> {
  const { origin } = side.target
  const buyer = await createEvmBuyer(world, 1_000_000n)
  const signed = await buyer.sign(`${origin}/cheap`)
  const elsewhere = await askFacilitator(side, 'settle', signed.payload)
  const runsBefore = (await side.target.runs())['/cheap'] ?? 0
  const { status } = await fetch(`${origin}/cheap`, { headers: signed.headers })
  const runs = ((await side.target.runs())['/cheap'] ?? 0) - runsBefore
  return {
    leaked: status === 200 ? 1 : 0,
    unpaidRuns: runs,
    charged: 1_000_000n - (await buyer.balance()),
    lost: 0n,
    said: `settled for the other server: ${elsewhere.success === true ? 'yes' : elsewhere.why}; answered ${status} here`,
  }
}
