import { buildRequirements } from '@/lib/base/chains/build-requirements'
import { declareGasSponsoring } from '@/lib/base/chains/gas-policy'
import { surfaceLimits } from '@/lib/base/http/limits'
import { addressIdentity } from '@/lib/base/x402/addresses'
import { type BazaarRoute, buildBazaarExtension } from '@/lib/base/x402/bazaar'
import { isRecord } from '@/lib/base/x402/header-codec'
import { keepJson } from '@/lib/base/x402/kept-json'
import type { InterchangeableExtra } from '@/lib/base/x402/match-requirements'
import { declarePasses } from '@/lib/base/x402/passes'
import { type PricedOption, payingUpfront } from '@/lib/base/x402/payment-option'
import { type ResourceInfo, sanitizeResourceInfo } from '@/lib/base/x402/resource-info'
import { MAX_RESOURCE_URI_CHARACTERS } from '@/lib/base/x402/resource-uri'
import { isDynamicPattern, parseRouteKey } from '@/lib/base/x402/route-pattern'
import { signInChains } from '@/lib/base/x402/sign-in'
import { resolveSignInTerms, type SignInTerms } from '@/lib/base/x402/sign-in-challenge'
import type { PaymentRequirements, Supported } from '@/lib/base/x402/wire'
import type { Gate } from './gate'
import { declareExtensions } from './read-extensions'
import type { CompiledRoute, PaidHandler, RouteConfig, RouteSignIn } from './route-config'

/** The message says which field is invalid and what it needs. */
export class RouteConfigError extends Error {
  override name = 'RouteConfigError'
}

/**
 * Turns a route's configuration into what every request to it needs, once.
 * Asks the facilitator what it supports; fails with `RouteConfigError` when the route cannot be sold as configured.
 */
export async function compileRoute(
  gate: Gate,
  key: string,
  config: RouteConfig,
  handler: PaidHandler,
): Promise<CompiledRoute> {
  const { method, pattern } = parseRouteKey(key)
  const set = Array.isArray(config.accepts) ? config.accepts : [config.accepts]
  const supported: Supported =
    set.length > 0 ? await gate.facilitator.supported() : { kinds: [], extensions: [], signers: {} }
  checkCombination(key, config, set)
  const options = offerOptions(gate, config, supported)
  const isTold = options.map((option) => !config.offersOnPages || set.includes(option))
  if (config.isStreaming && set.length > 0 && options.length === 0) {
    const networks = [...new Set(set.map(({ network }) => network))].join(', ')
    throw new RouteConfigError(
      `${key}: a metered stream is paid part by part, which the facilitator settles on none of ${networks}. Choose another network, or sell it at a fixed price.`,
    )
  }
  const accepts = options.map((option) => {
    const requirements = buildOption(gate, key, option, supported)
    return config.settle === 'before' ? payingUpfront(requirements) : requirements
  })
  const signIn = offeredSignIn(config, options)
  const declaration = config.extensions?.bazaar
  return {
    key,
    method,
    pattern,
    config,
    handler,
    accepts: keepJson(accepts),
    told: keepJson(accepts.filter((_, index) => isTold[index])),
    interchangeable: findInterchangeable(supported),
    past: [],
    supportedText: set.length > 0 ? JSON.stringify(supported) : null,
    isAuthOnly: options.length === 0 && config.stop !== 'archived',
    signIn,
    resource: { url: config.resource?.url, info: resourceInfo(gate, config) },
    extensions: keepMembers({
      ...declareGasSponsoring(accepts),
      ...(options.length > 0 ? declareExtensions(config) : {}),
    }),
    passes: compilePasses(gate, config),
    buildBazaar: declaration ? compileBazaar({ method, pattern, mimeType: config.mimeType }, declaration) : null,
    maxRequestBytes: config.maxRequestBytes ?? surfaceLimits.gate.bodyBytes,
    handlerTimeoutSeconds: config.handlerTimeoutSeconds ?? 60,
    signInTerms: signIn && compileSignIn(gate, key, signIn, options),
  }
}

function buildOption(gate: Gate, key: string, option: PricedOption, supported: Supported): PaymentRequirements {
  if (!isSettled(option, supported)) {
    throw new RouteConfigError(
      `${key}: the facilitator does not settle ${option.scheme} on ${option.network}. Remove the option or configure the network.`,
    )
  }
  return buildRequirements({ maxTimeoutSeconds: 60, ...option, supported, further: gate.chains.further })
}

function checkCombination(key: string, config: RouteConfig, options: PricedOption[]): void {
  const hasUpto = options.some((option) => option.scheme === 'upto')
  if (hasUpto && config.settle === 'before') {
    throw new RouteConfigError(`${key}: an upto price is known only after producing; use settle: "after".`)
  }
  if (config.passesThrough && hasUpto) {
    throw new RouteConfigError(`${key}: an answer that passes through has a fixed price; use isStreaming.`)
  }
  if (config.isStreaming && options.some(({ scheme }) => scheme === 'exact')) {
    throw new RouteConfigError(`${key}: a streamed answer is charged for what was sent; price it with upto.`)
  }
  if (options.length === 0 && !config.extensions?.['sign-in-with-x']) {
    throw new RouteConfigError(`${key}: a route without payment options needs the sign-in-with-x extension.`)
  }
}

/** Null without a declared sign-in, or where no wallet of its networks can sign in: it is sold without. */
function offeredSignIn({ extensions }: RouteConfig, options: PricedOption[]): RouteSignIn | null {
  const declared = extensions?.['sign-in-with-x'] ?? null
  if (declared === null || declared.network !== undefined || options.length === 0) return declared
  return signInChains(options.map(({ network }) => network)).length > 0 ? declared : null
}

/** Checks the declaration once; only the URI differs from request to request. */
function compileSignIn(gate: Gate, key: string, declaration: RouteSignIn, options: PricedOption[]): SignInTerms {
  const paymentNetworks = [...new Set(options.map((option) => option.network))]
  const terms = resolveSignInTerms(declaration, { uri: `${gate.publicOrigin}/`, paymentNetworks })
  if (Buffer.byteLength(terms.uri) > MAX_RESOURCE_URI_CHARACTERS) {
    throw new RouteConfigError(
      `${key}: resourceUri of sign-in-with-x is longer than the ${MAX_RESOURCE_URI_CHARACTERS} bytes that a right is kept under.`,
    )
  }
  keepJson(terms.supportedChains)
  return terms
}

function findInterchangeable(supported: Supported): InterchangeableExtra {
  const wallets = (field: string, pattern: string) => [
    ...new Set([
      ...Object.entries(supported.signers).flatMap(([family, addresses]) => (family === pattern ? addresses : [])),
      ...supported.kinds.flatMap((kind) => (typeof kind.extra?.[field] === 'string' ? [kind.extra[field]] : [])),
    ]),
  ]
  return {
    facilitatorAddress: wallets('facilitatorAddress', 'eip155:*').flatMap((wallet) => [
      wallet,
      addressIdentity('evm', wallet),
    ]),
    feePayer: [...wallets('feePayer', 'solana:*'), ...wallets('feePayer', 'algorand:*')],
  }
}

function resourceInfo({ publicOrigin }: Gate, config: RouteConfig): Omit<ResourceInfo, 'url'> {
  const { url: _url, iconUrl, ...own } = config.resource ?? {}
  const icon = iconUrl?.startsWith('/') ? publicOrigin + iconUrl : iconUrl
  const merged = { description: config.description, mimeType: config.mimeType, ...own, iconUrl: icon }
  const { url: _none, ...info } = sanitizeResourceInfo(merged)
  return info
}

function compileBazaar(route: BazaarRoute, declaration: Record<string, unknown>) {
  const build = (pathParams: Record<string, string>) => buildBazaarExtension(declaration, { ...route, pathParams })
  if (isDynamicPattern(route.pattern)) return build
  const fixed = build({})
  if (fixed) keepJson(fixed)
  return () => fixed
}

function compilePasses({ publicOrigin }: Gate, { passes }: RouteConfig): object | null {
  const offers = passes?.covering.flatMap(({ offer }) => offer ?? []) ?? []
  const declared = declarePasses(offers.map(({ path, ...offer }) => ({ url: publicOrigin + path, ...offer })))
  return declared && keepJson(declared)
}

function keepMembers(extensions: Record<string, unknown>): Record<string, unknown> {
  for (const extension of Object.values(extensions)) if (isRecord(extension)) keepJson(extension)
  return extensions
}

/**
 * The ways to pay that a route offers, out of those that it names, `exact` first on each network: clients that know no
 * other scheme take the first option. A metered stream needs a scheme that charges each part before it leaves. May be
 * empty.
 */
export function offerOptions(
  { schemes }: Pick<Gate, 'schemes'>,
  config: RouteConfig,
  supported: Supported,
): PricedOption[] {
  const isOffered = (option: PricedOption) => isSettled(option, supported)
  for (const { offer } of Object.values(schemes)) {
    const options = offer?.(config, isOffered)
    if (options) return exactFirst(options)
  }
  return config.isStreaming ? [] : exactFirst([config.accepts].flat())
}

function exactFirst(options: PricedOption[]): PricedOption[] {
  const isExact = ({ scheme }: PricedOption) => scheme === 'exact'
  const ordered = [...options.filter(isExact), ...options.filter((option) => !isExact(option))]
  return options.flatMap(({ network }) => {
    const index = ordered.findIndex((option) => option.network === network)
    return ordered.splice(index, 1)
  })
}

const isSettled = ({ scheme, network }: Pick<PricedOption, 'scheme' | 'network'>, { kinds }: Supported): boolean =>
  kinds.some((kind) => kind.scheme === scheme && kind.network === network)
