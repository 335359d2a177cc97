import type { Target } from '../targets'
import { createEvmBuyer } from '../test-buyer'
import type { TestWorld } from '../test-world'
import { approvePermit2 } from '../wallet-moves'

/** Invalid amounts, and amounts above the signed one. */
export const abusedAmounts = [
  '200%',
  '-5',
  'abc',
  '33.333%',
  ' 5 ',
  '5 ',
  '0x10',
  '1e3',
  '$0.11',
  '$-0.01',
  '100001',
  '+5',
  '٥',
  '',
]

/** The authorised maximum is $0.10; the route's own upstream sets the amount. */
export async function meterAmounts(world: TestWorld, target: Target, amounts: string[]) {
  const buyer = await createEvmBuyer(world, 10_000_000n)
  await approvePermit2(world, buyer.key)
  const outcomes: { amount: string; status: number; spent: bigint; body: string }[] = []
  for (const amount of amounts) {
    const before = await buyer.balance()
    const url = `${target.origin}/metered?amount=${encodeURIComponent(amount)}`
    const response = await fetch(url, { headers: (await buyer.sign(url)).headers })
    const body = await response.text()
    outcomes.push({ amount, status: response.status, spent: before - (await buyer.balance()), body })
  }
  return outcomes
}
