import { z } from 'zod'
import { ruled, say } from '@/lib/base/sentences/say'
import { findPattern, type RoutePattern } from '@/lib/base/x402/route-pattern'
import { asIssue } from '../input-refused-error'
import { dollars } from '../routes/dollars'
import {
  common,
  discoveryInput,
  meteringSchema,
  networks,
  place,
  routeAccess,
  streaming,
  upstream,
} from '../routes/route-input'

export const MAXIMUM_OPERATIONS = 200

/** The part of a declaration that a gateway gives; additions of its seller to the route itself stay out. */
export const operationDiscovery = discoveryInput.omit({ serviceName: true, tags: true, iconUrl: true })

/** One operation of a service: a method, a path below the gateway's prefix, and who may call it. */
export const operationInput = z
  .object({
    method: place.method,
    /** `/users/{id}` or `/users/[id]`; with `/*` at the end it covers everything below. */
    path: z
      .string()
      .max(300)
      .refine((path) => /^\/[^?#%\\\s]*$/.test(path), asIssue(say('pathRule', { path: '/users/{id}' }))),
    title: place.title,
    description: common.description,
    access: z.enum(routeAccess).default('paid'),
    /** For a paid one: its price, or the maximum of one call where it is metered. */
    dollars: dollars.optional(),
    metering: meteringSchema.nullable().default(null),
    ...streaming,
    mimeType: common.mimeType,
    query: common.query,
    discovery: operationDiscovery.extend({ isListed: z.boolean().default(false) }).default({}),
  })
  .strict()
  .refine((operation) => operation.access !== 'paid' || operation.dollars !== undefined, {
    path: ['dollars'],
    message: ruled('sayPriceOrFree'),
  })
export type OperationInput = z.infer<typeof operationInput>

/** A seller's service as it is sold: requests that match none of its operations are refused. */
export const gatewayInput = z
  .object({
    title: place.title,
    prefix: z
      .string()
      .max(100)
      .refine(
        (prefix) => /^(\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$/.test(prefix),
        asIssue(say('pathRule', { path: '/api' })),
      ),
    /** The service's base URL; the path of an operation is appended. */
    upstream,
    networks,
    operations: z
      .array(operationInput)
      .min(1, ruled('nameOperation'))
      .max(MAXIMUM_OPERATIONS, ruled('operationsTooMany')),
  })
  .strict()
export type GatewayInput = z.infer<typeof gatewayInput>

/**
 * The address at which an operation is sold, and its path at the service. They differ only in a trailing slash, which
 * addresses here never have. Null for a path that no route can have.
 */
export function operationAddress(prefix: string, path: string): { path: string; upstreamPath: string } | null {
  const named = path
    .replaceAll(/\{([^{}/]{1,64})\}/g, (_whole, name: string) => `[${name.replaceAll(/[^\w-]/g, '_')}]`)
    .replace(/\/\*{1,2}$/, '/[...rest]')
  const bare = named.replace(/\/$/, '')
  const pattern = findPattern(bare === '' ? '/' : bare)
  if (!pattern) return null
  const below = `/${pattern.segments.map((segment) => spell(segment, decodeURIComponent)).join('/')}`
  const asked = `/${pattern.segments.map((segment) => spell(segment, (text) => text)).join('/')}`
  return {
    path: bare === '' ? prefix : `${prefix}${below}`,
    upstreamPath: named.endsWith('/') && bare !== '' ? `${asked}/` : asked,
  }
}

/** A path segment, either as a seller writes it or encoded as it is sent. */
const spell = (segment: RoutePattern['segments'][number], write: (text: string) => string): string => {
  if (segment.kind === 'literal') return write(segment.text)
  return segment.isRest ? `[...${segment.name}]` : `[${segment.name}]`
}
