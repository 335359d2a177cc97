import { DomainError } from '@/lib/base/infra/domain-error'
import { isUuid } from '@/lib/base/infra/is-uuid'
import { say } from '@/lib/base/sentences/say'
import type { RouteMethod } from '@/lib/base/x402/route-key'
import type { Actor } from '../actor'
import type { Faults } from '../input-refused-error'
import type { SellersContext } from '../ports'
import { type Suspension, suspensionOf } from '../suspensions/suspension'
import { findStoredFaults } from './find-stored-faults'
import type { RouteKind } from './kinds'
import { type RouteSettings, type RouteState, routeSettings } from './route-input'

/** A route as its seller sees it, without the values of secret headers. */
export type RouteView = {
  routeId: string
  kind: RouteKind
  state: RouteState
  title: string
  method: RouteMethod
  path: string
  routeKey: string
  url: string
  /** Its name as an MCP tool; null while it is not offered as one. */
  toolName: string | null
  settings: RouteSettings
  /** Set while operators have suspended it or the whole shop; else null. */
  suspension: Suspension | null
  /** Faults of a route from before a rule, by field: shared documents leave it out, or it is not sold. */
  faults: Faults
  article: { teaser: string; body: string } | null
  file: { name: string; mediaType: string; size: number; sha256: string } | null
  upstream: { url: string; headerNames: string[]; timeoutMs: number; maxBytes: number } | null
  /** `processing` until the last change has reached the catalog. */
  listing: { status: 'not_listed' | 'processing' | 'success' | 'rejected'; reason: string | null }
  createdAt: Date
  updatedAt: Date
}

/** One of the actor's own routes. Fails with `ROUTE_NOT_FOUND`, also for another shop's. */
export async function getRoute(
  { database, publicOrigin }: Pick<SellersContext, 'database' | 'publicOrigin'>,
  actor: Actor,
  routeId: string,
): Promise<RouteView> {
  const row = isUuid(routeId)
    ? await database.storedRoute.findFirst({
        where: { id: routeId, seller: { accountId: actor.accountId } },
        include: { article: true, file: true, upstream: true, seller: true },
      })
    : null
  if (!row) throw new DomainError('ROUTE_NOT_FOUND', say('routeUnknown'))
  const { article, file, upstream } = row
  const settings = routeSettings.parse(row.settings)
  const isWanted = settings.discovery.isListed && row.state === 'live'
  const isSynced = row.listedRevision === row.revision || (!isWanted && row.listingStatus !== 'success')
  return {
    routeId: row.id,
    kind: row.kind,
    state: row.state,
    title: row.title,
    method: row.method as RouteMethod, // Checked when the route was made.
    path: row.path,
    routeKey: row.routeKey,
    url: `${publicOrigin}/x/${row.seller.handle}${row.path}`,
    toolName: row.toolName,
    settings,
    suspension: suspensionOf(row.seller) ?? suspensionOf(row),
    faults: row.state === 'archived' ? {} : findStoredFaults({ ...row, settings }),
    article: article && { teaser: article.teaser, body: article.body },
    file: file && { name: file.name, mediaType: file.mediaType, size: file.size, sha256: file.sha256 },
    upstream: upstream && {
      url: upstream.url,
      headerNames: upstream.headerNames,
      timeoutMs: upstream.timeoutMs,
      maxBytes: upstream.maxBytes,
    },
    listing: {
      status: isSynced ? row.listingStatus : 'processing',
      reason: isSynced ? row.listingReason : null,
    },
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}
