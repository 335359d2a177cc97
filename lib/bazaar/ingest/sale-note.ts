import { z } from 'zod'
import { routeMethods } from '@/lib/base/x402/route-pattern'
import { type ParsedListing, parseListing } from './parse-listing'

const identity = { key: z.string(), resource: z.string(), host: z.string() }

/**
 * The claimed purchase of a payment, stored beside its settlement: a route and its address for a probe, a tool with the
 * payment's description of it, or the plain resource of a payment without `bazaar`.
 */
export const saleNote = z.discriminatedUnion('type', [
  z.object({
    ...identity,
    type: z.literal('http'),
    url: z.string(),
    method: z.enum(routeMethods),
  }),
  z.object({ ...identity, type: z.literal('mcp'), toolName: z.string(), listing: z.record(z.unknown()) }),
  z.object({ type: z.literal('plain'), resource: z.string() }),
])

export type SaleNote = z.infer<typeof saleNote>
export type RouteNote = Extract<SaleNote, { type: 'http' }>
export type ToolNote = Extract<SaleNote, { type: 'mcp' }>

/** Reads a payment's description of its tool, under the tool's identity here. */
export function parseTool({ key, resource, host, listing }: ToolNote): ParsedListing {
  const parsed = parseListing(listing, { allowLoopback: true })
  return parsed.ok ? { ok: true, draft: { ...parsed.draft, key, resource, host } } : parsed
}
