import { LRUCache } from 'lru-cache'
import { findPriceFault } from '@/lib/base/chains/find-price-fault'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { BazaarDeclarationError, readInputSchema, readOutputSchema } from '@/lib/base/x402/bazaar-declaration'
import { networkName } from '@/lib/base/x402/networks'
import { findBazaarDeclarationProblem } from '@/lib/base/x402/parse-bazaar-extension'
import type { RouteTerms } from '@/lib/base/x402/payment-option'
import { isTransfer } from '@/lib/base/x402/payment-option'
import { measureChallenge } from '@/lib/base/x402/payment-required'
import { validateResourceInfo } from '@/lib/base/x402/resource-info'
import { isPrefixPattern, parseRouteKey } from '@/lib/base/x402/route-pattern'
import { findUpstreamFault } from '../find-upstream-fault'
import { type Faults, InputRefusedError } from '../input-refused-error'
import type { ShopTerms } from '../payments/payees'
import type { SellersContext } from '../ports'
import { bazaarDeclaration, buildGateRoute, hasOwnHeaders, type SoldRoute } from './build-gate-route'
import { describeTool } from './describe-tool'
import type { RouteAddress } from './route-address'
import { type RouteSettings, resourceInfoOf } from './route-input'

export type CheckedRoute = {
  terms: RouteTerms
  challengeCharacters: number
  /** Why some clients may fail on the 402; usually null. */
  challengeWarning: string | null
}

type RouteToCheck = SoldRoute & { address: RouteAddress; upstreamUrl: string | null }

/**
 * Checks a route against everything that would keep it from being sold or listed, and returns the terms that agents
 * would get. Fails with `INPUT_REFUSED`, naming the fields.
 */
export async function checkRoute(context: SellersContext, route: RouteToCheck, shop: ShopTerms): Promise<CheckedRoute> {
  const fields: Record<string, Sentence> = {
    ...findPayeeProblem(route, shop.payees),
    ...findPriceProblems(route.settings),
    ...findOptionProblems(route),
    ...findSignInProblems(context, route),
    ...findDiscoveryProblems(route),
    ...findToolProblem(route),
    ...findStreamProblem(route),
  }
  const upstreamFault =
    route.upstreamUrl === null ? null : await findUpstreamFault(context, route.upstreamUrl, route.address.parameters)
  if (upstreamFault) fields['upstream.url'] = upstreamFault
  if (Object.keys(fields).length > 0) throw new InputRefusedError(fields)
  const built = await context.gate.buildTerms(route.address.routeKey, buildGateRoute(route, shop))
  if (!built.ok) {
    const field = route.settings.options.length > 0 ? 'options' : 'price'
    throw new InputRefusedError({ [field]: say('plain', { text: built.message }) })
  }
  const { terms } = built
  if (route.settings.price?.manySmallCalls && terms.challenge.accepts.every(isTransfer)) {
    throw new InputRefusedError({ 'price.manySmallCalls': say('manySmallCallsNowhere') })
  }
  const { characters, fault, warning } = measureChallenge(terms.challenge)
  if (fault) throw new InputRefusedError({ discovery: say('plain', { text: fault }) })
  return { terms, challengeCharacters: characters, challengeWarning: warning }
}

/** Each price with the path of its fields, and `find`'s fault at a part of it. */
const findInPrices = (
  { price, options }: RouteSettings,
  part: 'networks' | 'dollars' | 'scheme',
  find: (priced: { dollars: string; networks: string[]; scheme?: string }) => Sentence | null,
): Record<string, Sentence> =>
  Object.fromEntries(
    (options.length > 0 ? options : price ? [price] : []).flatMap((priced, index) => {
      const fault = find(priced)
      return fault ? [[`${options.length > 0 ? `options.${index}` : 'price'}.${part}`, fault]] : []
    }),
  )

const findPayeeProblem = ({ settings }: SoldRoute, payees: ReadonlyMap<string, string>) =>
  findInPrices(settings, 'networks', ({ networks }) => {
    const missing = networks.filter((network) => !payees.has(network)).map(networkName)
    return missing.length === 0 ? null : say('payeesMissing', { networks: missing.join(' and ') })
  })

/** Prices for which no amount can be signed, by field: a price that is rounded to nothing gives the goods away. */
const findPriceProblems = (settings: RouteSettings) =>
  findInPrices(settings, 'dollars', ({ dollars, networks }) => findPriceFault(dollars, networks))

/** A maximum needs a meter, and a streamed answer is charged at its end. */
const findOptionProblems = ({ kind, settings }: SoldRoute) =>
  findInPrices(settings, 'scheme', ({ scheme }) => {
    const isMetered = kind === 'metered_api'
    if (scheme === 'upto' && !isMetered) return say('maximumMetered')
    return scheme === 'exact' && isMetered && settings.isStreaming ? say('meteredPassing') : null
  })

/**
 * A challenge may name only this site and a place in the seller's own shop. Otherwise it would get signatures for
 * another site, or let one shop's buyers into another.
 */
function findSignInProblems(
  { publicOrigin }: SellersContext,
  { kind, settings, address }: RouteToCheck,
): Record<string, Sentence> {
  if (settings.signIn && hasOwnHeaders(kind, settings)) return { signIn: say('signInHeaders') }
  const { domain, resourceUri } = settings.signIn ?? {}
  const { host } = new URL(publicOrigin)
  const shop = `${publicOrigin}${/\/x\/[^/]+\//.exec(address.routeKey)?.[0]}`
  return {
    ...(domain === undefined || domain === host ? {} : { 'signIn.domain': say('signInHost', { host }) }),
    ...(resourceUri === undefined || isBelow(shop, resourceUri)
      ? {}
      : { 'signIn.resourceUri': say('imageOwn', { shop }) }),
  }
}

/** The URI must be in the canonical form of a URL, so that no other spelling leads elsewhere. */
const isBelow = (base: string, uri: string): boolean =>
  uri.length > base.length &&
  uri.startsWith(base) &&
  /^[\w.~/-]+$/.test(uri.slice(base.length)) &&
  new URL(uri).href === uri

function findToolProblem({ kind, settings, address }: RouteToCheck): Record<string, Sentence> {
  if (settings.isTool && isPrefix(address)) {
    return { isTool: say('toolPrefix') }
  }
  return settings.isTool && kind === 'sign_in' ? { isTool: say('toolSignIn') } : {}
}

function findDiscoveryProblems({ title, settings, address }: RouteToCheck): Record<string, Sentence> {
  const { discovery } = settings
  // The bazaar's texts that break a limit of the protocol. Source: service spec 2.2.
  const problems = validateResourceInfo(resourceInfoOf(discovery)).map(({ field, fault }): [string, Sentence] => [
    `discovery.${field}`,
    fault,
  ])
  if (discovery.isListed && isPrefix(address)) {
    problems.push(['discovery.isListed', say('prefixUndescribed')])
  }
  return { ...Object.fromEntries(problems), ...findDeclarationFaults({ settings, title, routeKey: address.routeKey }) }
}

export type DeclaredRoute = {
  routeKey: string
  title: string
  settings: Pick<RouteSettings, 'discovery' | 'description' | 'query' | 'isTool'>
}

/**
 * Faults that would keep a declaration out of the documents that all sellers share, by field; usually none. A route
 * with faults is not saved; one that was saved before the rule is left out of the documents, and its seller is told.
 */
export function findDeclarationFaults(route: DeclaredRoute): Record<string, Sentence> {
  const { discovery, isTool } = route.settings
  const { isListed, inputSchema, outputSchema } = discovery
  const faults = {
    ...faultOf('inputSchema', () => readInputSchema(inputSchema)),
    ...faultOf('outputSchema', () => readOutputSchema(outputSchema)),
  }
  if (Object.keys(faults).length > 0) return faults
  const problem = isListed
    ? findBazaarDeclarationProblem(bazaarDeclaration(route.settings), parseRouteKey(route.routeKey))
    : null
  const [method = '', path = ''] = route.routeKey.split(' ')
  return {
    ...(problem !== null && { discovery: problem }),
    ...(isTool && faultOf('inputSchema', () => describeTool(route.settings, { title: route.title, method, path }))),
  }
}

function faultOf(field: string, read: () => unknown): Record<string, Sentence> {
  try {
    read()
    return {}
  } catch (error) {
    if (error instanceof BazaarDeclarationError) return { [`discovery.${field}`]: error.sentence }
    throw error
  }
}

/** A charge before the end of an answer cannot follow from its end. */
function findStreamProblem({ settings }: RouteToCheck): Record<string, Sentence> {
  const { isStreaming, isTool, metering, chargeOn, settle } = settings
  if (chargeOn === 'no_error' && (isStreaming || settle === 'before')) return { chargeOn: say('chargedBefore') }
  if (!isStreaming) return {}
  if (isTool) return { isTool: say('toolPassing') }
  const isAtEnd = metering?.unit === 'json_field' || metering?.unit === 'header'
  return isAtEnd ? { 'metering.unit': say('meterPassing') } : {}
}

const isPrefix = ({ routeKey }: RouteAddress): boolean => isPrefixPattern(parseRouteKey(routeKey).pattern)

/** Rows never change without their revision. */
const known = new LRUCache<string, Faults>({ max: 5_000 })

/**
 * Faults by field that would keep a stored route from being saved again: in what all sellers share, and in its price.
 * Only rows from before a rule have any: documents leave them out, and their sellers are told.
 */
export function findStoredFaults(
  row: Omit<DeclaredRoute, 'settings'> & { id: string; revision: number; settings: RouteSettings },
): Faults {
  const key = `${row.id} ${row.revision}`
  const faults = known.get(key) ?? { ...findPriceProblems(row.settings), ...findDeclarationFaults(row) }
  known.set(key, faults)
  return faults
}
