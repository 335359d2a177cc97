import { z } from 'zod'
import { routeMethods } from '@/lib/base/x402/route-key'

const identity = { key: z.string(), resource: z.string(), host: z.string() }

/**
 * What a payment says that it buys, as it is kept beside its settlement: a route and where to ask it, a tool with what
 * the payment says of it, or the bare resource of a payment that carries no `bazaar`.
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
