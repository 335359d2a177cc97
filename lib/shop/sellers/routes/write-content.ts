import type { DatabaseTransaction } from '@/lib/base/infra/database'
import { say } from '@/lib/base/sentences/say'
import { linkImages } from '../images/images'
import { InputRefusedError } from '../input-refused-error'
import { type SealKey, sealText } from '../seal'
import type { RouteInput } from './route-input'
import { originOf } from './route-settings'

/** Stores a route's content: its text or its upstream. Files arrive separately. Joins the caller's transaction. */
export async function writeContent(
  transaction: DatabaseTransaction,
  sealKey: SealKey,
  { sellerId, routeId, now }: { sellerId: string; routeId: string; now: Date },
  input: RouteInput,
): Promise<void> {
  if (input.kind === 'article' || input.kind === 'sign_in') {
    const { teaser, body } = input
    await transaction.routeArticle.upsert({
      where: { routeId },
      create: { routeId, teaser, body },
      update: { teaser, body },
    })
    await linkImages(transaction, { sellerId, routeId, now }, input)
  }
  if (input.kind === 'api' || input.kind === 'metered_api') {
    if (!input.upstream.headers) await refuseToSendElsewhere(transaction, routeId, input.upstream.url)
    await writeUpstream(transaction, sealKey, routeId, input.upstream)
  }
}

type UpstreamInput = { url: string; headers?: Record<string, string>; timeoutMs: number; maxBytes: number }

/** Stores a route's upstream. Without `headers` the stored ones stay. Joins the caller's transaction. */
export async function writeUpstream(
  transaction: DatabaseTransaction,
  sealKey: SealKey,
  routeId: string,
  { headers, ...rest }: UpstreamInput,
): Promise<void> {
  const upstream = { ...rest, ...(headers ? sealHeaders(sealKey, routeId, headers) : {}) }
  await transaction.routeUpstream.upsert({ where: { routeId }, create: { routeId, ...upstream }, update: upstream })
}

/**
 * Secret headers belong to one server: another one gets them only when they are typed again. Read in the transaction
 * that writes, so that no change in between sends them elsewhere.
 */
async function refuseToSendElsewhere(transaction: DatabaseTransaction, routeId: string, url: string): Promise<void> {
  const kept = await transaction.routeUpstream.findUnique({ where: { routeId } })
  if (!kept?.sealedHeaders || originOf(kept.url) === originOf(url)) return
  const names = kept.headerNames.join(', ')
  throw new InputRefusedError({ 'upstream.headers': say('upstreamMoved', { names }) })
}

/** Sealed secret headers, with only their names readable. @param owner id of the row that stores them */
export function sealHeaders(sealKey: SealKey, owner: string, headers: Record<string, string>) {
  const headerNames = Object.keys(headers)
  const sealedHeaders = headerNames.length > 0 ? sealText(sealKey, owner, JSON.stringify(headers)) : null
  return { headerNames, sealedHeaders }
}
