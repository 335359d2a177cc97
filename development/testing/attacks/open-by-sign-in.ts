import type { Target } from '../targets'
import { createEvmBuyer } from '../test-buyer'
import type { TestWorld } from '../test-world'
import { signIn } from './forge-entitlement'

/** Buys a resource for $0.001, and signs in to two that were not bought: by another method, and with another query. */
export async function openBySignIn(world: TestWorld, target: Target) {
  const buyer = await createEvmBuyer(world, 1_000_000n)
  const pay = async (path: string) => {
    const url = `${target.origin}${path}`
    return (await fetch(url, { headers: (await buyer.sign(url)).headers })).status
  }
  const paid = [await pay('/jobs'), await pay('/cheap?id=1')]
  const spent = 1_000_000n - (await buyer.balance())
  const bought = [await signIn(target, buyer, '/jobs'), await signIn(target, buyer, '/cheap?id=1')]
  const others = {
    'POST /jobs': await signIn(target, buyer, '/jobs', { method: 'POST' }),
    'GET /cheap?id=2': await signIn(target, buyer, '/cheap?id=2'),
    'GET /cheap': await signIn(target, buyer, '/cheap'),
  }
  return { paid, spent, bought, others }
}
