import type { ResourceUri } from '@/lib/base/x402/resource-uri'
import type { RouteMethod } from '@/lib/base/x402/route-pattern'

/** The resource that a payment opens by sign-in: one method of one address, at one route. HEAD is GET. */
export type Right = {
  name: string
  address: ResourceUri
  method: RouteMethod
  /** Empty for a route of the site's own code, whose method and address are its only name. */
  routeId: string
  /** Its route names the address by `resourceUri`, as others may: paying for one of them opens all. */
  isShared: boolean
}

/** A pass that covers a route. `until`: it was taken out then, and purchases from before still cover it. */
export type Cover = { passId: string; until: Date | null }

export function rightOf(
  { method: own, routeId = '' }: { method: RouteMethod; routeId?: string | undefined },
  address: ResourceUri,
): Right {
  const method = own === 'HEAD' ? 'GET' : own
  const name = `${method} ${address}${routeId === '' ? '' : `#${routeId}`}`
  return { name, address, method, routeId, isShared: false }
}

/** The right that all routes with that address share. Buying by GET at that address gives it too. */
export const sharedRight = (address: ResourceUri): Right => ({
  name: address,
  address,
  method: 'GET',
  routeId: '',
  isShared: true,
})

/** How long a repeated request with the same payment identifier gets the delivered answer again. */
export const REPEATED_MINUTES = 10
