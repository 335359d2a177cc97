import { encodeHeader } from '@/lib/base/x402/header-codec'
import { signInHeaders } from '../sign-in-buyer'
import type { Target } from '../targets'
import { createEvmBuyer, type TestBuyer } from '../test-buyer'
import type { TestWorld } from '../test-world'

/** Pays for the cheap route as if it were the expensive one, then signs in to both. */
export async function forgeEntitlement(world: TestWorld, target: Target) {
  const buyer = await createEvmBuyer(world, 1_000_000n)
  const paid = await payNaming(target, buyer, `${target.origin}/dear`)
  const dear = await signIn(target, buyer, '/dear')
  const cheap = await signIn(target, buyer, '/cheap')
  return { paid, dear, cheap, spent: 1_000_000n - (await buyer.balance()) }
}

/** Pays for the cheap route under a payload that names the expensive one as its resource. */
async function payNaming(target: Target, buyer: TestBuyer, resourceUrl: string) {
  const { payload } = await buyer.sign(`${target.origin}/cheap`)
  const forged = { ...payload, resource: { ...payload.resource, url: resourceUrl } }
  const headers = { 'PAYMENT-SIGNATURE': encodeHeader(forged) }
  return (await fetch(`${target.origin}/cheap`, { headers })).status
}

/** Signs in for `path` with the buyer's own key. */
export async function signIn(target: Target, buyer: TestBuyer, path: string, init: RequestInit = {}) {
  const url = `${target.origin}${path}`
  const response = await fetch(url, { ...init, headers: await signInHeaders(url, buyer.key, init) })
  return { status: response.status, body: await response.text() }
}
