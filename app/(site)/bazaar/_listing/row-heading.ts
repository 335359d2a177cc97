import { headingOf } from '@/lib/base/x402/heading-of'
import { titleAndRest } from '@/lib/base/x402/title-and-rest'
import type { Listing } from '@/lib/bazaar/browse/listing'
import { saysNothing } from '@/lib/bazaar/browse/says-nothing'
import { serviceOf } from '@/lib/bazaar/browse/service-of'
import { hostOf } from '../_components/shop-address'

type Named = Pick<Listing, 'type' | 'name' | 'toolName' | 'description' | 'resource' | 'method'>

/** A row's title and its place beside it, which is the path where all have one host; within its service's rows, only the operation. */
export function rowHeading(
  listing: Named,
  isOperation: boolean,
  isOnePlace = false,
): { title: string; beside: string } {
  const { type, toolName, description, resource, method } = listing
  const host = hostOf(listing)
  const beside = type === 'mcp' ? 'MCP' : isOnePlace ? (URL.parse(resource)?.pathname ?? '') : (host ?? '')
  if (!isOperation) return { title: headingOf(listing).title, beside }
  const path = toolName ?? `${method ?? ''} ${URL.parse(resource)?.pathname ?? resource}`.trim()
  const { title } = titleAndRest(description ?? undefined, path)
  return { title, beside: title === path ? '' : path }
}

export type Service = { name: string; listings: Listing[] }

/** Operations of one service as one, in the place of its first. */
export function groupByService(listings: Listing[]): Service[] {
  const services = new Map<string, Service>()
  for (const listing of listings) {
    const id = serviceOf(listing)
    const service = services.get(id) ?? { name: nameOf(listing), listings: [] }
    service.listings.push(listing)
    services.set(id, service)
  }
  return [...services.values()]
}

function nameOf(listing: Listing): string {
  const { type, name, description } = listing
  const given = type === 'mcp' ? null : (name ?? (saysNothing(description) ? null : headingOf(listing).title))
  return given ?? hostOf(listing) ?? headingOf(listing).title
}
