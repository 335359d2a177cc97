import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Scheme } from '@/lib/base/x402/payment-option'

export type UpstreamBuyer =
  | { kind: 'payment'; paymentId: string; payer: string; network: string; scheme: Scheme; maximumAtomic: bigint }
  | { kind: 'sign-in' | 'session'; address: string }
  | { kind: 'anyone' }

/** The route that is sold, and the request that the server gets. */
export type SignedRequest = { method: string; url: string; routeKey: string; issuer: string; now: Date }

/** The header that tells a seller's server who paid. A caller's own header of that name is dropped. */
export const BUYER_HEADER = 'turnpike-buyer'

const LIFETIME_SECONDS = 60

/**
 * A JSON Web Token (HS256) for one request: who paid what for which route, and the method and URL that it is valid for.
 * Valid for a minute.
 */
export async function signBuyer(
  { keyId, key }: { keyId: string; key: string },
  buyer: UpstreamBuyer,
  { method, url, routeKey, issuer, now }: SignedRequest,
): Promise<string> {
  const { pathname, search } = new URL(url)
  const at = Math.floor(now.getTime() / 1000)
  return new SignJWT({ ...claimsOf(buyer), method, path: `${pathname}${search}`, route: routeKey })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: keyId })
    .setIssuer(issuer)
    .setJti(randomUUID())
    .setIssuedAt(at)
    .setExpirationTime(at + LIFETIME_SECONDS)
    .sign(new TextEncoder().encode(key))
}

function claimsOf(buyer: UpstreamBuyer): Record<string, unknown> {
  if (buyer.kind === 'anyone') return { kind: 'free' }
  if (buyer.kind !== 'payment') return { kind: 'sign-in', sub: buyer.address }
  const { paymentId, payer, network, scheme, maximumAtomic } = buyer
  return { kind: 'payment', sub: payer, payment: paymentId, network, scheme, amount: maximumAtomic.toString() }
}
