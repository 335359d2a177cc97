import { createHash } from 'node:crypto'
import type { Prisma } from '@/lib/base/infra/database'
import { toJsonObject } from '../audit/record-change'
import type { RouteSettings } from './route-input'

type RouteFactsInput = {
  title: string
  method: string
  path: string
  settings: Pick<RouteSettings, 'price' | 'options' | 'networks' | 'metering' | 'pass'>
  upstreamUrl: string | null
  /** The whole text; only its length and digest are recorded. */
  text?: string | undefined
}

/** The facts that are recorded when a route changes. Only the origin of the upstream: the rest may hold a secret. */
export function routeFacts({
  title,
  method,
  path,
  settings,
  upstreamUrl,
  text,
}: RouteFactsInput): Prisma.InputJsonObject {
  const { price, options, networks, metering, pass } = settings
  const said = text !== undefined && { characters: text.length, sha256: sha256Of(text) }
  const sold = { price, options, networks, metering, pass }
  return toJsonObject({ title, method, path, ...sold, upstream: originOf(upstreamUrl), ...said })
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The origin of a URL that was validated before it was stored. */
export const originOf = (url: string | null): string | null => (url === null ? null : new URL(url).origin)
