import { z } from 'zod'
import { surfaceLimits } from '@/lib/base/http/limits'
import { ruled, say } from '@/lib/base/sentences/say'
import { findNetwork, networkName } from '@/lib/base/x402/networks'
import { type RouteMethod, routeMethods } from '@/lib/base/x402/route-pattern'
import { signInChains } from '@/lib/base/x402/sign-in'
import { asIssue, sellersWords } from '../input-refused-error'
import { passSettings } from '../passes/shop-passes'
import { dollars } from './dollars'
import type { RouteKind } from './kinds'

/** Who may call a route: buyers, anyone, or no one. `free` and `refused` are for operations of a gateway. */
export const routeAccess = ['paid', 'free', 'refused'] as const

/** draft: only its seller sees it. paused: known, and not sold now. archived: gone, its payments stay. */
export type RouteState = 'draft' | 'live' | 'paused' | 'archived'

export const networks = z
  .array(z.string().refine((network) => findNetwork(network) !== null, ruled('chooseNetworks')))
  .min(1, ruled('chooseOneNetwork'))
  .max(8)
  .refine((list) => new Set(list).size === list.length, ruled('networksTwice'))

/** For a route that is opened only by signing in: without a network whose wallets can sign in, nobody could open it. */
const signInNetworks = networks.refine((list) => signInChains(list).length > 0, ruled('chooseSignInNetwork'))

const text = (maximum: number) => z.string().max(maximum, ruled('charactersTooMany'))
const jsonObject = z.record(z.unknown())

const firstOfEach = (tags: string[]) => [...new Map(tags.toReversed().map(lowered)).values()].toReversed()
const lowered = (tag: string) => [tag.toLowerCase(), tag] as const

/** A route's texts for the bazaar, before they are checked against the protocol's limits. */
export const discoveryInput = z
  .object({
    isListed: z.boolean(),
    serviceName: sellersWords(200).optional(),
    tags: z.array(sellersWords(200)).max(20).transform(firstOfEach).pipe(z.array(z.string())).optional(),
    iconUrl: text(4096).optional(),
    input: jsonObject.optional(),
    inputSchema: jsonObject.optional(),
    outputSchema: jsonObject.optional(),
  })
  .strict()

const signIn = z
  .object({
    statement: text(200).optional(),
    /** How long one payment entitles its wallet; without end when omitted. */
    entitlementSeconds: z.number().int().min(60).max(315_360_000).optional(),
    expirationSeconds: z
      .number({ invalid_type_error: ruled('useSeconds') })
      .int(ruled('wholeSeconds'))
      .min(30, ruled('secondsAtLeast'))
      .max(86_400, ruled('secondsAtMostDay'))
      .optional(),
    /** Only the site's own: wallets show it, and a proof is verified against it. */
    domain: text(255).optional(),
    /** An address of the shop that purchases are stored under, in place of the route's own. */
    resourceUri: text(2048).optional(),
  })
  .strict()

/** Headers that belong to the connection, or that the gate sets itself. */
const OWN_HEADERS =
  /^(host|connection|content-length|content-type|transfer-encoding|accept-encoding|expect|upgrade|te|trailer|keep-alive|proxy-.*|payment-.*|turnpike-.*)$/i

const headerName = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,64}$/, ruled('headerNameRule'))
  .refine((name) => !OWN_HEADERS.test(name), ruled('headerOwned'))
const headerValue = z.string().regex(/^[\t\x20-\x7e]{1,4096}$/, ruled('asciiRule'))

export const upstream = z
  .object({
    /** May contain the path's parameters as whole segments. */
    url: text(2048),
    /**
     * Added to each request; stored encrypted. Omitted in an update: the stored ones stay, which is refused when the
     * URL has another origin. `{}` deletes them.
     */
    headers: z.record(headerName, headerValue).optional(),
    timeoutMs: z.number().int().min(100).max(60_000).default(15_000),
    maxBytes: z.number().int().min(1).max(10_000_000).default(1_000_000),
  })
  .strict()

/** How a metered route counts, within the maximum that the buyer signs for. */
export const meteringSchema = z.discriminatedUnion('unit', [
  z.object({ unit: z.literal('call'), dollars }).strict(),
  z.object({ unit: z.literal('thousand_characters'), dollars }).strict(),
  z.object({ unit: z.literal('byte'), dollars }).strict(),
  z.object({ unit: z.literal('second'), dollars }).strict(),
  /** Counts events of a `text/event-stream` as they begin. */
  z.object({ unit: z.literal('event'), dollars }).strict(),
  /** A header of the answer names the amount: units, a percent of the maximum, or dollars. Source: service spec 2.9. */
  z.object({ unit: z.literal('header'), name: headerName.default('Settlement-Amount') }).strict(),
  z
    .object({
      unit: z.literal('json_field'),
      /** Names separated by dots, such as `usage.cost`. */
      field: z.string().regex(/^[\w-]{1,64}(\.[\w-]{1,64}){0,7}$/, ruled('nameField')),
      /** The field holds an amount in dollars, or a count that costs `dollars` each. */
      holds: z.enum(['dollars', 'count']),
      dollars: dollars.optional(),
    })
    .strict(),
])
export type Metering = z.infer<typeof meteringSchema>

const price = z
  .object({
    dollars,
    networks,
    /** Whether a wallet may deposit an amount once and pay each call by a signature, besides the usual payment. */
    manySmallCalls: z.boolean().default(false),
  })
  .strict()

const paymentOption = z
  .object({
    scheme: z.enum(['exact', 'upto']).default('exact'),
    /** The price of `exact`, the maximum of `upto`. */
    dollars,
    networks,
  })
  .strict()

/** Ways to pay with their own schemes and prices, in the order of the 402. Source: service spec 2.1. */
const options = z
  .array(paymentOption)
  .min(1, ruled('namePayment'))
  .max(8)
  .superRefine((list, context) => {
    const seen = new Set<string>()
    for (const [index, { scheme, networks }] of list.entries()) {
      for (const network of networks) {
        const way = `${scheme} ${network}`
        if (seen.has(way)) {
          const fault = say('priceTwice', { network: networkName(network), scheme })
          context.addIssue({ code: 'custom', path: [index, 'networks'], ...asIssue(fault) })
        }
        seen.add(way)
      }
    }
  })
export type PaymentOptions = z.infer<typeof options>

/** One price, or `options` in its place. */
const sold = { price: price.optional(), options: options.optional() }

/** How a request reaches a seller's server, and how its answer is passed on. */
export const streaming = {
  /** The most bytes of a request's body that is streamed; null for a body of at most 1 MiB that is held first. */
  maxUploadBytes: z
    .number({ invalid_type_error: ruled('useNumber') })
    .int(ruled('wholeBytes'))
    .min(1, ruled('bytesAtLeast'))
    .max(surfaceLimits.uploads.bodyBytes, ruled('bytesAtMost'))
    .nullable()
    .default(null),
  /** Streams the answer, of any size; else it is sent once it is whole. */
  isStreaming: z.boolean().default(false),
  streamSeconds: z
    .number({ invalid_type_error: ruled('useSeconds') })
    .int(ruled('wholeSeconds'))
    .min(10, ruled('secondsAtLeast'))
    .max(900, ruled('secondsAtMostDay'))
    .default(300),
  chargeOn: z.enum(['body', 'no_error']).default('body').describe('`no_error`: JSON with an `error` costs nothing.'),
}

/** Name and place of a route; each has its own column. */
export const place = {
  title: sellersWords(120, ruled('giveTitle')),
  method: z.enum(routeMethods).refine((method) => method !== 'HEAD', ruled('headAnswered')),
  path: text(400),
  state: z.enum(['draft', 'live']).default('live'),
}

/** Fields of every route. */
export const common = {
  description: sellersWords(1000).default(''),
  mimeType: z
    .string()
    .regex(/^[\w.+-]{1,64}\/[\w.+-]{1,64}$/, ruled('useMediaType'))
    .optional(),
  query: z
    .union([
      z.literal('ignored'),
      z.array(z.string().regex(/^[\w.~$:@[\]-]{1,64}$/, ruled('parameterNameRule'))).max(10),
    ])
    .default([])
    .describe(
      'Parameters that name what is sold. Without any all of them do, where your server sees them; `ignored`: none.',
    ),
  settle: z.enum(['after', 'before']).default('after'),
  signIn: signIn.nullable().default(null),
  discovery: discoveryInput.default({ isListed: false }),
  isTool: z.boolean().default(false),
}

const teaser = text(20_000).default('')
const body = text(500_000).min(1, ruled('nothingToSell'))
const article = {
  teaser: teaser.describe('Markdown that anyone may read. Left out, it is what stands above the divider of `body`.'),
  body: body.describe(
    'Markdown that is paid for. Where `teaser` is empty, a line `<!-- more -->` divides it: what stands above is free.',
  ),
}

/** Fields of articles besides their text. */
const published = {
  publishedAt: z
    .string()
    .date(ruled('useDate'))
    .nullable()
    .default(null)
    .describe('The day when a text was first published, such as `2024-05-01`; null for that of its sale.'),
  formerPath: text(500)
    .regex(/^\//, ruled('pathSlash'))
    .nullable()
    .default(null)
    .describe('Its path on an earlier site, such as `/p/pears`: `/shop/<handle>/p/pears` leads to its page.'),
}

const goods = { ...place, ...common, ...sold }

/** Goods that a buyer keeps are opened again by signing in, unless the seller says `null`. */
const kept = { ...goods, signIn: signIn.nullable().default({}) }

const served = { ...goods, ...streaming, upstream }

/** It always opens by signing in. */
const { signIn: _always, ...ofPass } = common

const inputOfKind = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('article'), ...kept, ...article, ...published }).strict(),
  z.object({ kind: z.literal('file'), ...kept }).strict(),
  z.object({ kind: z.literal('api'), ...served }).strict(),
  z.object({ kind: z.literal('metered_api'), ...served, metering: meteringSchema }).strict(),
  z.object({ kind: z.literal('sign_in'), ...place, ...common, networks: signInNetworks, teaser, body }).strict(),
  z.object({ kind: z.literal('pass'), ...place, ...ofPass, price: price.optional(), pass: passSettings }).strict(),
])

/** A seller's input for a route, by kind. Source: service spec 2.1, 2.2, 2.5, 2.8. */
export const routeInput = inputOfKind.superRefine((input, context) => {
  const problem = input.kind === 'sign_in' ? null : findPriceProblem(input)
  if (problem) context.addIssue({ code: 'custom', path: problem.path, ...asIssue(problem.fault) })
})
export type RouteInput = z.infer<typeof routeInput>

export type FieldOf<Input> = Input extends unknown ? keyof Input & string : never

/**
 * A seller's input for a route as it is stored: all but its place, text and server. The fields that follow are
 * stored for every kind, and read also from before a rule.
 */
export const routeSettings = z.object({
  ...common,
  ...streaming,
  ...published,
  description: z.string(),
  mimeType: z.string(),
  query: z.union([z.literal('ignored'), z.array(z.string())]),
  price: price.nullable(),
  options: z
    .array(paymentOption)
    .default([])
    .describe('Where it has several prices; `price` is then the dearest, on all of their networks.'),
  /** For a route that is opened only by signing in. */
  networks: z.array(z.string()),
  metering: meteringSchema.nullable(),
  pass: passSettings.nullable().default(null),
  soldOn: z.array(z.string()).default([]).describe('Networks of earlier prices. Who bought there signs in there.'),
  access: z
    .enum(routeAccess)
    .default('paid')
    .describe('`refused` answers 404; it and `free` are for operations of a gateway.'),
})
export type RouteSettings = z.infer<typeof routeSettings>

export type StoredRouteParts = {
  kind: RouteKind
  title: string
  method: RouteMethod
  path: string
  settings: RouteSettings
  article: { teaser: string; body: string } | null
  upstream: { url: string; timeoutMs: number; maxBytes: number } | null
}

/** A stored route as the input that would store it again, except for its secret headers, which are never shown. */
export function inputOf({ kind, title, method, path, settings, article, upstream }: StoredRouteParts): RouteInput {
  const { price, options, ...others } = settings
  const sold = options.length > 0 ? { options } : price && { price }
  const server = upstream && { url: upstream.url, timeoutMs: upstream.timeoutMs, maxBytes: upstream.maxBytes }
  const said = { kind, title, method, path, ...others, ...sold, ...article, ...(server && { upstream: server }) }
  const shape = inputOfKind.optionsMap.get(kind)?.shape ?? {}
  const own = Object.entries(said).filter(([name]) => name in shape)
  return Object.fromEntries(own) as RouteInput // Each field of the kind, as it was parsed once.
}

/** A route's texts that its 402 carries as resource info. Source: service spec 2.2. */
export function resourceInfoOf(discovery: RouteSettings['discovery']) {
  const { isListed: _isListed, input: _input, inputSchema: _in, outputSchema: _out, ...info } = discovery
  return info
}

export const declaredQuery = (query: RouteSettings['query']): string[] => (query === 'ignored' ? [] : query)

function findPriceProblem({ price, options }: { price?: unknown; options?: unknown }) {
  if (price && options) return { path: ['options'], fault: say('priceAndOptions') }
  return price || options ? null : { path: ['price'], fault: say('sayPrice') }
}
