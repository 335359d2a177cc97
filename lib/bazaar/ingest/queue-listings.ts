import { payToIdentity } from '../entry/entry-key'
import type { CatalogDeps, Sale } from '../ports'
import { inTransaction } from './in-transaction'
import { excludedSql, insertSql } from './insert-sql'
import type { RouteNote, ToolNote } from './sale-note'

/**
 * Queues paid resources until the worker has probed them, with the payments to count once they are listed. A newer
 * payment makes the probe due at once.
 */
export async function queueListings(
  { database, clock }: Pick<CatalogDeps, 'database' | 'clock'>,
  noted: { sale: Sale; note: RouteNote }[],
): Promise<void> {
  if (noted.length === 0) return
  const now = clock()
  const newest = [...new Map(noted.map(({ note }) => [note.key, note])).values()]
  const listings = newest
    .map(({ key, url, method }) => ({ key, url, method, dueAt: now, queuedAt: now, state: 'waiting' }))
    // One order for all writers, so that two of them never wait for each other.
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  const sales = noted.map(({ sale: { key, ...sale }, note }) => ({
    authorizationKey: key,
    listingKey: note.key,
    network: sale.network,
    payer: payToIdentity(sale.network, sale.payer),
    payTo: payToIdentity(sale.network, sale.payTo),
    amountAtomic: sale.amountAtomic,
    isOrganic: false,
    settledAt: sale.settledAt,
  }))
  await inTransaction(database, async (tx) => {
    await tx.$executeRaw`
      ${insertSql('catalog_pending_listings', listings)}
      ON CONFLICT (key) DO UPDATE SET ${excludedSql<(typeof listings)[number]>('url', 'method', 'dueAt', 'state')},
        reason = NULL, attempts = 0`
    await tx.$executeRaw`${insertSql('catalog_settlements', sales)} ON CONFLICT DO NOTHING`
  })
}

/**
 * Queues resources whose payments cannot be counted, so that a reported `processing` comes to an end: a route is probed
 * without them. A tool, which nobody can ask, is refused until it is paid for again.
 */
export async function queueUncounted(
  { database, clock }: Pick<CatalogDeps, 'database' | 'clock'>,
  note: RouteNote | ToolNote,
): Promise<void> {
  const now = clock()
  const isRoute = note.type === 'http'
  const listing = {
    key: note.key,
    url: isRoute ? note.url : note.resource,
    method: isRoute ? note.method : 'POST',
    ...{ dueAt: now, queuedAt: now },
    state: isRoute ? 'waiting' : 'rejected',
    reason: isRoute ? null : 'The catalog could not process a payment for this tool. The next one is tried again.',
  }
  await database.$executeRaw`
    ${insertSql('catalog_pending_listings', [listing])}
    ON CONFLICT (key) DO UPDATE SET ${excludedSql<typeof listing>('url', 'method', 'dueAt', 'state', 'reason')}, attempts = 0`
}
