import { createHash } from 'node:crypto'
import type { Prisma } from '@/lib/base/infra/database'
import { toJsonObject } from '../audit/record-change'
import type { RouteSettings } from './route-input'

/** Settings that are not recorded: texts, and how requests are answered. Every other one is. */
type Unrecorded =
  | 'description'
  | 'mimeType'
  | 'query'
  | 'settle'
  | 'signIn'
  | 'discovery'
  | 'isTool'
  | 'access'
  | 'maxUploadBytes'
  | 'isStreaming'
  | 'streamSeconds'
type Recorded = Exclude<keyof RouteSettings, Unrecorded>

type RouteFactsInput = {
  title: string
  method: string
  path: string
  settings: Pick<RouteSettings, Recorded>
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
  const { networks, metering, options, pass } = settings
  const { manySmallCalls = false, ...price } = settings.price ?? {}
  const sold: Record<Recorded, unknown> = {
    ...{ price: settings.price && price, networks, metering },
    options: options.length > 0 ? options : undefined,
    pass: pass ?? undefined,
  }
  const said = text !== undefined && { characters: text.length, sha256: sha256Of(text) }
  const facts = { title, method, path, ...sold, upstream: originOf(upstreamUrl), ...said }
  return toJsonObject({ ...facts, ...(manySmallCalls && { manySmallCalls }) })
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The origin of a URL that was validated before it was stored. */
export const originOf = (url: string | null): string | null => (url === null ? null : new URL(url).origin)
