import { z } from 'zod'
import { findPriceFault } from '@/lib/base/chains/find-price-fault'
import { inEnglish } from '@/lib/base/sentences/in-english'
import { parseDiscoveryDeclaration, readInputSchema, readOutputSchema } from '@/lib/base/x402/bazaar-declaration'
import { BATCH_SETTLEMENT } from '@/lib/base/x402/payment-channel'
import type { Supported } from '@/lib/base/x402/wire'
import type { RouteConfig } from '@/lib/gate/resource-server/route-config'
import { faultsOf, type Settings } from './parse-options'
import type { PaidTerms } from './turnpike'

const isFunction = z.custom<(...given: never[]) => unknown>(
  (value) => typeof value === 'function',
  'must be a function',
)

/** Prices and schemas are checked further where they are read. */
const termsSchema = z
  .object({
    price: z.string({ required_error: 'is missing; such as $0.01' }),
    scheme: z.enum(['exact', 'upto']).optional(),
    signIn: z.union([z.literal(true), z.object({}).passthrough()]).optional(),
    bazaar: z.record(z.unknown()).optional(),
    onProtectedRequest: isFunction.optional(),
    afterSettlement: isFunction.optional(),
    description: z.string().optional(),
    mimeType: z.string().optional(),
    query: z.union([z.literal('ignored'), z.array(z.string())]).optional(),
    settle: z.enum(['before', 'after']).optional(),
    manySmallCalls: z.boolean().optional(),
    isStreaming: z.boolean().optional(),
    handlerTimeoutSeconds: z.number().positive().optional(),
    maxRequestBytes: z.number().int().positive().optional(),
  } satisfies Record<keyof PaidTerms, z.ZodTypeAny>)
  .strict()

/** Checks terms when they are written, so that a wrong price stops the start. */
export function checkTerms(terms: PaidTerms, { secret, networks }: Settings): void {
  const parsed = termsSchema.safeParse(terms)
  if (!parsed.success) throw new TypeError(`A paid route: ${faultsOf(parsed.error).join('. ')}.`)
  const { price, signIn, bazaar } = terms
  const priceFault = findPriceFault(
    price,
    networks.map(({ id }) => id),
  )
  if (priceFault !== null) throw new TypeError(`price: ${inEnglish(priceFault)}`)
  const { inputSchema, outputSchema } = parseDiscoveryDeclaration(bazaar ?? {})
  readInputSchema(inputSchema)
  readOutputSchema(outputSchema)
  if (signIn && secret === null) throw new TypeError('signIn needs the option `secret`, the same in every process.')
}

/**
 * The gate's configuration of a route: one option for each of our networks on which the facilitator settles the scheme, or
 * channels for a metered stream.
 */
export function toRouteConfig(terms: PaidTerms, { networks }: Settings, { kinds }: Supported): RouteConfig {
  const { price, scheme = 'exact', signIn, bazaar, onProtectedRequest, afterSettlement, ...others } = terms
  const { isStreaming = false, ...rest } = others
  const paidBy = isStreaming && scheme === 'upto' ? BATCH_SETTLEMENT : scheme
  const isSettled = (id: string) => kinds.some((kind) => kind.scheme === paidBy && kind.network === id)
  const settled = networks.filter(({ id }) => isSettled(id))
  // Where none is settled, the gate says which and why.
  const sold = settled.length > 0 ? settled : networks
  return {
    ...rest,
    ...(isStreaming && scheme === 'exact' ? { passesThrough: true } : { isStreaming }),
    accepts: sold.map(({ id, payTo }) => ({ scheme, price, network: id, payTo })),
    extensions: {
      ...(signIn && { 'sign-in-with-x': signIn === true ? {} : signIn }),
      ...(bazaar && { bazaar }),
    },
    hooks: { ...(onProtectedRequest && { onProtectedRequest }), ...(afterSettlement && { afterSettlement }) },
  }
}
