import { startSharedCache } from '../shared-cache'
import { signInHeaders } from '../sign-in-buyer'
import type { Target } from '../targets'
import { createEvmBuyer } from '../test-buyer'
import type { TestWorld } from '../test-world'

/** A buyer pays and later signs in, both through a shared cache; then another client asks the cache. */
export async function askBehindCache(world: TestWorld, target: Target) {
  const cache = await startSharedCache(target.origin)
  try {
    const buyer = await createEvmBuyer(world, 1_000_000n)
    const { headers } = await buyer.sign(`${target.origin}/cheap`)
    const paid = await fetch(`${cache.origin}/cheap`, { headers })
    const afterPayment = await fetch(`${cache.origin}/cheap`)
    const proof = await signInHeaders(`${target.origin}/cheap`, buyer.key)
    const signedIn = await fetch(`${cache.origin}/cheap`, { headers: proof })
    const afterSignIn = await fetch(`${cache.origin}/cheap`)
    return {
      paid: paid.status,
      afterPayment: afterPayment.status,
      signedIn: signedIn.status,
      afterSignIn: afterSignIn.status,
    }
  } finally {
    await cache.stop()
  }
}
