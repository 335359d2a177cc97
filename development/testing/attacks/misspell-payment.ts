import { encodeHeader } from '@/lib/base/x402/header-codec'
import type { Target } from '../targets'
import { createEvmBuyer } from '../test-buyer'
import type { TestWorld } from '../test-world'

/** A good payment whose base64 lacks its padding: a second spelling of the same bytes. */
export async function misspellPayment(world: TestWorld, target: Target): Promise<number> {
  const buyer = await createEvmBuyer(world, 1_000_000n)
  const { payload } = await buyer.sign(`${target.origin}/cheap`)
  const spelled = ['', 'x', 'xx'].map((more) => encodeHeader({ ...payload, more })).find((text) => text.endsWith('='))
  const headers = { 'PAYMENT-SIGNATURE': spelled?.replace(/=+$/, '') ?? '' }
  return (await fetch(`${target.origin}/cheap`, { headers })).status
}
