import type { DatabaseTransaction } from '@/lib/infra/database'
import type { RouteInput } from './route-input'
import { sealText, type SealKey } from './seal'

/** Stores what a route sells: its text or its upstream. Files arrive on their own. Joins the caller's transaction. */
export async function writeContent(
  transaction: DatabaseTransaction,
  sealKey: SealKey,
  routeId: string,
  input: RouteInput,
): Promise<void> {
  if (input.kind === 'article' || input.kind === 'sign_in') {
    const { teaser, body } = input
    await transaction.routeArticle.upsert({
      where: { routeId },
      create: { routeId, teaser, body },
      update: { teaser, body },
    })
  }
  if (input.kind === 'api' || input.kind === 'metered_api') {
    const { url, headers, timeoutMs, maxBytes } = input.upstream
    const upstream = { url, timeoutMs, maxBytes, ...(headers ? sealHeaders(sealKey, routeId, headers) : {}) }
    await transaction.routeUpstream.upsert({ where: { routeId }, create: { routeId, ...upstream }, update: upstream })
  }
}

function sealHeaders(sealKey: SealKey, routeId: string, headers: Record<string, string>) {
  const headerNames = Object.keys(headers)
  const sealedHeaders = headerNames.length > 0 ? sealText(sealKey, routeId, JSON.stringify(headers)) : null
  return { headerNames, sealedHeaders }
}
