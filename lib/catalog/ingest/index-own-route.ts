import type { PaymentRequired } from '@/lib/x402/wire'
import { draftFromChallenge } from './draft-from-challenge'
import { announce } from './events'
import { inTransaction } from './in-transaction'
import type { CatalogDeps } from '../ports'
import type { ListingOutcome } from '../entry/listing-outcome'
import type { RouteMethod } from '@/lib/x402/route-key'
import { saveEntries } from './save-entries'

export type OwnRoute = {
  /** Any concrete address of the route. */
  url: string
  method: RouteMethod
  /** What the route answers without payment. */
  challenge: PaymentRequired
}

/**
 * Lists a route of this site. It is proven already: the challenge is the one that the gate itself answers with.
 * A route without `bazaar` is not listed.
 */
export async function indexOwnRoute(
  deps: Pick<CatalogDeps, 'database' | 'clock' | 'publicOrigin'>,
  route: OwnRoute,
): Promise<ListingOutcome> {
  if (new URL(route.url).origin !== deps.publicOrigin) throw new Error(`Expected a route of ${deps.publicOrigin}.`)
  if (route.challenge.extensions?.bazaar === undefined) {
    return {
      status: 'rejected',
      code: 'not_discoverable',
      rejectedReason: 'The route does not declare bazaar with discoverable: true.',
    }
  }
  const outcome = draftFromChallenge(
    { ...route.challenge },
    { url: route.url, method: route.method, allowLoopback: true },
  )
  if (!outcome.ok) return { status: 'rejected', code: outcome.reason, rejectedReason: outcome.message }
  const provenance = {
    source: 'own' as const,
    sourceLabel: 'this site',
    verification: 'live' as const,
    probeUrl: route.url,
  }
  await saveEntries(deps.database, [{ draft: outcome.draft, provenance }], deps.clock())
  return { status: 'success', key: outcome.draft.key }
}

/** Takes a route of this site out of the catalog, because its seller archived or hid it. */
export async function removeOwnRoute(
  { database, clock }: Pick<CatalogDeps, 'database' | 'clock'>,
  key: string,
): Promise<void> {
  await inTransaction(database, async (tx) => {
    const { count } = await tx.catalogEntry.updateMany({
      where: { key, source: 'own', status: 'listed' },
      data: { status: 'gone' },
    })
    if (count === 0) return
    const entry = await tx.catalogEntry.findUniqueOrThrow({ where: { key }, select: { id: true, resource: true } })
    await tx.$executeRaw`delete from catalog_documents where entry_id = ${entry.id}`
    await announce(tx, { kind: 'gone', key, resource: entry.resource }, clock())
  })
}
