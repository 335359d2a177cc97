import type { Prisma } from '@/lib/base/infra/database'
import { orderByPrice } from './dollars'
import type { RouteSettings } from './route-input'

/** The day that readers see: of an article's first publication, else of its sale. */
export const publicationOf = ({ publishedAt }: RouteSettings, createdAt: Date): Date =>
  publishedAt === null ? createdAt : new Date(publishedAt)

/** Networks where it is sold or was, on whose wallets its buyers sign in. */
export const signInNetworks = ({ networks, price, soldOn }: RouteSettings): string[] => [
  ...new Set([...networks, ...(price?.networks ?? []), ...soldOn]),
]

export function toStoredSettings(settings: RouteSettings): Prisma.InputJsonObject {
  return JSON.parse(JSON.stringify(settings)) as Prisma.InputJsonObject // An object goes in, so an object comes out.
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
