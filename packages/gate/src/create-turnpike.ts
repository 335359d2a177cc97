import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { findPriceFault } from '@/lib/base/chains/find-price-fault'
import { databaseReason, isDatabaseAway } from '@/lib/base/infra/database-errors'
import { inEnglish } from '@/lib/base/sentences/in-english'
import { parseDiscoveryDeclaration, readInputSchema, readOutputSchema } from '@/lib/base/x402/bazaar-declaration'
import { isTransfer } from '@/lib/base/x402/payment-option'
import { parseRouteKey } from '@/lib/base/x402/route-pattern'
import type { Supported } from '@/lib/base/x402/wire'
import { methodNotAllowed } from '@/lib/gate/resource-server/problem'
import { type ProtectedRoute, protect } from '@/lib/gate/resource-server/protect'
import type { PaidHandler, RouteConfig } from '@/lib/gate/resource-server/route-config'
import { expressHandler } from './express'
import { type EmbeddedGate, openEmbeddedGate } from './open-embedded-gate'
import { faultsOf, parseOptions, type Settings } from './parse-options'
import { createSellEach, type SellEach } from './sell-each'
import type { HonoContext, HonoHandler, PaidTerms, Turnpike, TurnpikeOptions } from './turnpike'

/**
 * Checks the options and connects to nothing yet; throws a TypeError that names what is wrong. While Next.js builds,
 * which loads each route without the variables that it will run with, nothing is checked.
 */
export function createTurnpike(options: TurnpikeOptions): Turnpike {
  let parsed: Settings | null = null
  const settings = () => (parsed ??= parseOptions(options))
  const isBuilding = process.env.NEXT_PHASE === 'phase-production-build'
  if (!isBuilding) settings()
  const check = (terms: PaidTerms) => {
    if (!isBuilding) checkTerms(terms, settings())
  }
  const open = async () => (await sharedGate(settings())).gate

  function sell(route: string, terms: PaidTerms, handler: PaidHandler): ProtectedRoute {
    check(terms)
    return protect(
      open,
      route,
      async ({ facilitator }) => toRouteConfig(terms, settings(), await facilitator.supported()),
      handler,
    )
  }
  const sellEach = (terms: PaidTerms) => {
    check(terms)
    return createSellEach((route, handler) => sell(route, terms, handler))
  }

  return {
    express: (terms) => expressHandler(sellEach(terms), settings().origin),
    hono: (terms) => honoHandler(sellEach(terms)),
    next: sell,
    fetch: (route, terms, handler) => {
      const sold = sell(route, terms, handler)
      const { method } = parseRouteKey(route)
      return async (request) =>
        Object.hasOwn(sold, request.method)
          ? sold[request.method as keyof ProtectedRoute](request)
          : methodNotAllowed(method === 'GET' ? ['GET', 'HEAD'] : [method])
    },
    ready: async () => {
      const { gate, nodes } = await sharedGate(settings()).catch(sayPlainly)
      await Promise.all([gate.facilitator.supported(), nodes()])
    },
    close: () => closeSharedGate(settings()),
  }
}

/** Without the driver's words around the cause. */
function sayPlainly(error: unknown): never {
  throw isDatabaseAway(error) ? new Error(`Turnpike cannot start: ${databaseReason(error)}.`, { cause: error }) : error
}

type SharedGate = { settings: Settings; opening: Promise<EmbeddedGate> }

const shared = globalThis as typeof globalThis & { turnpikeGates?: Set<SharedGate> }

const findShared = (settings: Settings): SharedGate | undefined =>
  [...(shared.turnpikeGates ?? [])].find((one) => isDeepStrictEqual(one.settings, settings))

/**
 * The process's one gate of these settings, opened at its first use: frameworks load a module several times, and each
 * gate holds connections. A failed opening is forgotten, so that the next request tries again.
 */
function sharedGate(settings: Settings): Promise<EmbeddedGate> {
  const known = findShared(settings)
  if (known) return known.opening
  const gates = (shared.turnpikeGates ??= new Set())
  const opened = { settings, opening: openEmbeddedGate(settings) }
  gates.add(opened)
  opened.opening.catch(() => gates.delete(opened))
  return opened.opening
}

/** Ends the gate of these settings, if it was opened. */
async function closeSharedGate(settings: Settings): Promise<void> {
  const opened = findShared(settings)
  if (!opened) return
  shared.turnpikeGates?.delete(opened)
  await (await opened.opening).close()
}

/** The price as a middleware of Hono. */
function honoHandler(sell: SellEach): HonoHandler {
  return async (context, next) => {
    let isProduced = false
    const set = context.set as (key: string, value: unknown) => void // Its keys are the seller's types.
    const response = await sell(await requestOf(context), context.req.routePath, async (request, paid) => {
      isProduced = true
      context.req.raw = request
      set('turnpike', paid)
      await next()
      return context.res ?? new Response(null, { status: 404 })
    })
    // Hono adds the headers of the answer before to the next one: right for those of other middleware, wrong for content.
    if (isProduced) context.res = undefined
    context.res = response
  }
}

/** The request with its body, also where a middleware before has read it. */
async function requestOf({ req }: HonoContext): Promise<Request> {
  const { raw } = req
  if (!raw.bodyUsed) return raw
  const { url, method, headers, signal } = raw
  return new Request(url, { method, headers, signal, body: await req.arrayBuffer() })
}

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
function checkTerms(terms: PaidTerms, { secret, networks }: Settings): void {
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

/** One option for each of our networks on which the facilitator settles the scheme, for a metered stream part by part. */
function toRouteConfig(terms: PaidTerms, { networks }: Settings, { kinds }: Supported): RouteConfig {
  const { price, scheme = 'exact', signIn, bazaar, onProtectedRequest, afterSettlement, ...others } = terms
  const { isStreaming = false, ...rest } = others
  const isPaidBy = (kind: { scheme: string }) =>
    isStreaming && scheme === 'upto' ? !isTransfer(kind) : kind.scheme === scheme
  const isSettled = (id: string) => kinds.some((kind) => isPaidBy(kind) && kind.network === id)
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
