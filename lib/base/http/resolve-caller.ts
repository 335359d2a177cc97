import { parseAddress } from './parse-address'

/** Stands for every caller whose address cannot be told; they are counted as one. */
export const UNKNOWN_CALLER = 'unknown'

/**
 * The caller's address: the peer of the connection, unless that is one of our `trustedProxies`. Then it is the address
 * that the outermost of them saw, which is that many from the right in X-Forwarded-For. Callers write the others.
 */
export function resolveCaller(request: {
  peerAddress: string | undefined
  forwardedFor: string | undefined
  trustedProxies: number
}): string {
  const { peerAddress = '', forwardedFor = '', trustedProxies } = request
  const named = trustedProxies > 0 ? forwardedFor.split(',').at(-trustedProxies) : undefined
  return (named === undefined ? null : parseAddress(named)) ?? parseAddress(peerAddress) ?? UNKNOWN_CALLER
}
