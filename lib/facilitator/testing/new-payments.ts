import type { FacilitatorWorld } from '@/development/testing/facilitator-world'
import { signEvmPayment } from '@/lib/base/chains/testing/signed-payments'

type Terms = { scheme?: 'exact' | 'upto'; price?: string; payTo?: `0x${string}`; funds?: bigint }

/** Payments of one new EVM wallet to one seller, a new one unless it is named. */
export async function newPayments(
  world: FacilitatorWorld,
  count: number,
  { scheme = 'exact', price = '$0.001', payTo = world.newEvmSeller(), funds }: Terms = {},
) {
  const payer = await world.newEvmPayer(funds)
  const paymentRequirements = world.requirements({ scheme, price, payTo })
  const sign = async () => ({ paymentPayload: await signEvmPayment(payer, paymentRequirements), paymentRequirements })
  return { payTo, payer, sign, requests: await Promise.all(Array.from({ length: count }, sign)) }
}

export async function newPayment(world: FacilitatorWorld, terms?: Terms) {
  const { sign, ...parties } = await newPayments(world, 0, terms)
  return { ...parties, request: await sign() }
}
