import { UPLOAD_MS } from '@/lib/base/http/read-body'
import { declaredHeaders } from '@/lib/base/x402/bazaar-declaration'
import { signInChains } from '@/lib/base/x402/sign-in'
import { type CoveringPass, coveringPasses } from '../passes/shop-passes'
import type { ShopTerms } from '../payments/payees'
import type { RouteConfig } from '../ports'
import type { RouteKind } from './kinds'
import { type PaymentOptions, type RouteSettings, resourceInfoOf } from './route-input'
import { signInNetworks } from './route-settings'

export type SoldRoute = {
  kind: RouteKind
  title: string
  settings: RouteSettings
  /** The handler's time limit, where the seller has set one. */
  upstreamTimeoutMs?: number
  /** Absent before it is stored. */
  routeId?: string
  gatewayId?: string | null
}

/** A stored route in the gate's terms, without the networks for which the seller has confirmed no payee. */
export function buildGateRoute(route: SoldRoute, shop: ShopTerms) {
  const { payees } = shop
  const { kind, title, settings } = route
  const isMetered = kind === 'metered_api'
  const isStreaming = isMetered && settings.isStreaming
  const accepts = optionsOf(kind, settings).flatMap(({ scheme, dollars, networks }) =>
    networks.flatMap((network) => {
      const payTo = payees.get(network)
      return payTo === undefined ? [] : [{ scheme, price: dollars, network, payTo, ...lasting(settings, isStreaming) }]
    }),
  )
  const { maxUploadBytes } = settings
  const offersSignIn = settings.signIn !== null && !hasOwnHeaders(kind, settings)
  const covering = coveringOf(route, shop.passes)
  const passes = covering.length === 0 ? null : toRoutePasses(route, covering, offersSignIn)
  return {
    accepts,
    manySmallCalls: settings.price?.manySmallCalls ?? false,
    offersOnPages: shop.offersOnPages && hasOnePrice(route),
    description: settings.description === '' ? title : `${title}. ${settings.description}`,
    mimeType: settings.mimeType,
    query: countedQuery(kind, settings),
    isUnchanging: kind === 'article' || kind === 'file',
    settle: settings.settle,
    ...(passes && { passes }),
    ...(settings.pass && { passSeconds: settings.pass.days * DAY_SECONDS }),
    isStreaming,
    passesThrough: !isMetered && settings.isStreaming,
    handlerTimeoutSeconds: Math.ceil((route.upstreamTimeoutMs ?? 30_000) / 1000) + 5 + uploadSeconds(settings),
    ...(maxUploadBytes === null ? {} : { streamsUpload: true, maxRequestBytes: maxUploadBytes }),
    extensions: {
      ...((offersSignIn || passes) && {
        'sign-in-with-x': signInDeclaration(settings, covering),
      }),
      ...(settings.discovery.isListed && { bazaar: bazaarDeclaration(settings) }),
    },
    resource: { ...(shop.iconPath && { iconUrl: shop.iconPath }), ...resourceInfoOf(settings.discovery) },
  }
}

const DAY_SECONDS = 86_400

/** A pass opens itself: its end is asked for like any other right that it gives. */
function coveringOf(route: SoldRoute, passes: ShopTerms['passes']): CoveringPass[] {
  const { kind, settings, routeId, gatewayId } = route
  if (settings.access !== 'paid') return []
  if (kind === 'pass')
    return passes.filter(({ passId }) => passId === routeId).map((pass) => ({ pass, until: null, offer: null }))
  const tags = settings.discovery.tags ?? []
  return coveringPasses(passes, { routeId: routeId ?? null, kind, tags, gatewayId: gatewayId ?? null })
}

const toRoutePasses = (
  { kind }: SoldRoute,
  covering: CoveringPass[],
  offersSignIn: boolean,
): NonNullable<RouteConfig['passes']> => ({
  isOnlyWay: kind === 'pass' || !offersSignIn,
  countsCalls: isAnsweredByServer(kind),
  covering: covering.map(({ pass: { passId, callsPerDay, keepsRead }, until, offer }) => {
    return { passId, until, callsPerDay, keepsRead, offer }
  }),
})

/** One price that is known before, for an answer that is made before the money is taken. Options are the seller's own. */
const hasOnePrice = ({ kind, settings }: Pick<SoldRoute, 'kind' | 'settings'>): boolean =>
  kind !== 'metered_api' &&
  settings.options.length === 0 &&
  !settings.isStreaming &&
  settings.settle === 'after' &&
  settings.maxUploadBytes === null

/** A seller's server sees any query. Texts and files are the same under each, such as one that tracks a link. */
function countedQuery(kind: RouteKind, { query }: RouteSettings): NonNullable<RouteConfig['query']> {
  return isAnsweredByServer(kind) || query.length > 0 ? query : 'ignored'
}

const isAnsweredByServer = (kind: RouteKind) => kind === 'api' || kind === 'metered_api'

/** Whether the seller's server sees headers that a right to the address does not name. */
export const hasOwnHeaders = (kind: RouteKind, { discovery }: RouteSettings): boolean =>
  isAnsweredByServer(kind) && declaredHeaders(discovery.inputSchema).length > 0

/** Options in the seller's order; a single price becomes an option of the kind's usual scheme. */
function optionsOf(kind: RouteKind, { price, options }: RouteSettings): PaymentOptions {
  if (options.length > 0 || !price) return options
  return [{ scheme: kind === 'metered_api' ? 'upto' : 'exact', dollars: price.dollars, networks: price.networks }]
}

/** A stream is charged at its end and an upload after it was processed: the signature has to stay valid until then. */
function lasting(settings: RouteSettings, isStreaming: boolean) {
  const seconds = uploadSeconds(settings) + (isStreaming ? settings.streamSeconds : 0)
  return seconds === 0 ? {} : { maxTimeoutSeconds: seconds + 60 }
}

const uploadSeconds = ({ maxUploadBytes }: RouteSettings) => (maxUploadBytes === null ? 0 : UPLOAD_MS / 1000)

/** Where the route is or was sold, and where a pass that opens it was bought. */
function signInDeclaration(settings: RouteSettings, covering: readonly CoveringPass[]) {
  const networks = [...signInNetworks(settings), ...covering.flatMap(({ pass }) => pass.networks)]
  const chains = signInChains(networks).map(({ chainId }) => chainId)
  return { ...settings.signIn, ...(chains.length > 0 && { network: chains }) }
}

export const bazaarDeclaration = ({
  discovery: { input, inputSchema, outputSchema },
}: Pick<RouteSettings, 'discovery'>) => ({
  discoverable: true,
  input,
  inputSchema,
  outputSchema,
})
