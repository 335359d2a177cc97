import { createHash } from 'node:crypto'
import type { Prisma } from '@/lib/base/infra/database'
import { PASS_MEDIA_TYPE } from '@/lib/base/x402/passes'
import { toJsonObject } from '../audit/changes'
import { orderByPrice } from './dollars'
import { type RouteInput, type RouteSettings, routeSettings, type StoredRouteParts } from './route-input'

const mediaTypes: Record<RouteInput['kind'], string> = {
  article: 'text/html',
  file: 'application/octet-stream',
  api: 'application/json',
  metered_api: 'application/json',
  sign_in: 'text/html',
  pass: PASS_MEDIA_TYPE,
}

/** @param before the route's settings so far; null where no buyer knows them */
export function toSettings(
  input: RouteInput,
  { access = 'paid', before = null }: { access?: RouteSettings['access']; before?: RouteSettings | null } = {},
): RouteSettings {
  const settings = routeSettings.parse({
    networks: [],
    metering: null,
    ...input,
    mimeType: (input.kind === 'pass' ? undefined : input.mimeType) ?? mediaTypes[input.kind],
    settle: input.kind === 'metered_api' ? 'after' : input.settle,
    signIn: signInOf(input),
    ...pricesOf(input),
    access,
  })
  const sellsOn = signInNetworks(settings)
  return { ...settings, soldOn: before ? signInNetworks(before).filter((network) => !sellsOn.includes(network)) : [] }
}

/** The day that readers see: of an article's first publication, else of its sale. */
export const publicationOf = ({ publishedAt }: RouteSettings, createdAt: Date): Date =>
  publishedAt === null ? createdAt : new Date(publishedAt)

/** Networks where it is sold or was, on whose wallets its buyers sign in. */
export const signInNetworks = ({ networks, price, soldOn }: RouteSettings): string[] => [
  ...new Set([...networks, ...(price?.networks ?? []), ...soldOn]),
]

function signInOf(input: RouteInput): RouteSettings['signIn'] {
  if (input.kind === 'pass') return {}
  return input.kind === 'sign_in' ? (input.signIn ?? {}) : input.signIn
}

/** A route with several prices has the highest as its one price, so that no buyer pays more than that. */
function pricesOf(input: RouteInput): Pick<RouteSettings, 'price' | 'options'> {
  if (input.kind === 'sign_in') return { price: null, options: [] }
  const { price = null } = input
  const options = 'options' in input ? (input.options ?? []) : []
  const dearest = orderByPrice(options).at(-1)
  if (!dearest) return { price, options: [] }
  const networks = [...new Set(options.flatMap((option) => option.networks))]
  return { price: { dollars: dearest.dollars, networks, manySmallCalls: false }, options }
}

export function toStoredSettings(settings: RouteSettings): Prisma.InputJsonObject {
  return JSON.parse(JSON.stringify(settings)) as Prisma.InputJsonObject // An object goes in, so an object comes out.
}

type RouteFactsInput = Pick<StoredRouteParts, 'title' | 'method' | 'path' | 'settings'> & {
  upstreamUrl: string | null
  /** The whole text; only its length and digest are recorded. */
  text: string | undefined
}

/** The facts that are recorded when a route changes. Only the origin of the upstream: the rest may hold a secret. */
export function routeFacts({ title, method, path, settings, upstreamUrl, text }: RouteFactsInput) {
  const { price, options, networks, metering, pass } = settings
  const said = text !== undefined && {
    characters: text.length,
    sha256: createHash('sha256').update(text).digest('hex'),
  }
  const sold = { price, options, networks, metering, pass }
  return toJsonObject({ title, method, path, ...sold, upstream: originOf(upstreamUrl), ...said })
}

export const originOf = (url: string | null): string | null => (url === null ? null : new URL(url).origin)

export type ShownPrice = {
  /** Such as `$0.02`: the lowest price, or the maximum for meters; null for goods that cost nothing. */
  dollars: string | null
  /** Whether other ways to pay cost more. */
  isFrom: boolean
  isMetered: boolean
}

/**
 * The price beside a title: the lowest where ways to pay differ, as anyone may choose it; the 402 and the checkout
 * name each.
 */
export function shownPrice({ price, options, metering }: RouteSettings): ShownPrice {
  const [least, ...others] = orderByPrice(options)
  if (!least) return { dollars: price?.dollars ?? null, isFrom: false, isMetered: metering !== null }
  const isFrom = others.some((option) => orderByPrice([option, least])[0] !== option)
  return { dollars: least.dollars, isFrom, isMetered: least.scheme === 'upto' }
}
