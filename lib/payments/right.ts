import type { ResourceUri } from '@/lib/base/x402/resource-uri'
import type { RouteMethod } from '@/lib/base/x402/route-key'

/** The resource that a payment opens by sign-in: one method of one address, at one route. HEAD is GET. */
export type Right = {
  name: string
  address: ResourceUri
  method: RouteMethod
  /** Empty for a route of the site's own code, whose method and address are its only name. */
  routeId: string
  /** Its route names the address by `resourceUri`, as others may: paying for one of them opens all. */
  isShared: boolean
  /** Its name in payments from before rights named their route. */
  earlier: { address: ResourceUri; routeSince: Date | null }
}

/** A pass that covers a route. `until`: it was taken out then, and purchases from before still cover it. */
export type Cover = { passId: string; until: Date | null }

export type RightRoute = { method: RouteMethod; routeId?: string | undefined; routeSince?: Date | undefined }

/** `earlierAddress`: the address as it was written before undeclared query parameters counted. */
export function rightOf(
  { method: own, routeId = '', routeSince = undefined }: RightRoute,
  address: ResourceUri,
  earlierAddress: ResourceUri = address,
): Right {
  const method = own === 'HEAD' ? 'GET' : own
  return {
    name: `${method} ${address}${routeId === '' ? '' : `#${routeId}`}`,
    ...{ address, method, routeId, isShared: false },
    earlier: { address: earlierAddress, routeSince: routeSince ?? null },
  }
}

/** The right that all routes with that address share. Buying by GET at that address gives it too. */
export function sharedRight(address: ResourceUri): Right {
  return {
    ...{ name: address, address, method: 'GET', routeId: '', isShared: true },
    earlier: { address, routeSince: null },
  }
}
