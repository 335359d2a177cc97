import { inTransaction } from './in-transaction'
import type { CatalogDeps, Sale } from '../ports'
import type { RouteNote } from './sale-note'

/**
 * Remembers what was paid for until the worker has asked the live resource, with the payments to count once it is
 * listed. A newer payment has it asked at once.
 */
export async function queueListings(
  { database, clock }: Pick<CatalogDeps, 'database' | 'clock'>,
  noted: { sale: Sale; note: RouteNote }[],
): Promise<void> {
  if (noted.length === 0) return
  const now = clock()
  const newest = [...new Map(noted.map(({ note }) => [note.key, note])).values()]
  // One order for all writers, so that two of them never wait for each other.
  const listings = newest.map(({ key, url, method }) => ({ key, url, method })).sort((a, b) => (a.key < b.key ? -1 : 1))
  const sales = noted.map(({ sale, note }) => ({
    key: sale.key,
    listing_key: note.key,
    network: sale.network,
    payer: sale.payer,
    pay_to: sale.payTo,
    amount: sale.amountAtomic.toString(),
    settled_at: sale.settledAt,
  }))
  await inTransaction(database, async (tx) => {
    await tx.$executeRaw`
      insert into catalog_pending_listings (key, url, method, due_at, queued_at, state)
      select key, url, method, ${now}, ${now}, 'waiting'
      from jsonb_to_recordset(${JSON.stringify(listings)}::jsonb) as listing(key text, url text, method text)
      on conflict (key) do update set url = excluded.url, method = excluded.method, due_at = ${now}, state = 'waiting',
        reason = null, attempts = 0`
    await tx.$executeRaw`
      insert into catalog_waiting_sales (key, listing_key, network, payer, pay_to, amount_atomic, settled_at)
      select key, listing_key, network, payer, pay_to, amount, settled_at
      from jsonb_to_recordset(${JSON.stringify(sales)}::jsonb) as sale(
        key text, listing_key text, network text, payer text, pay_to text, amount numeric, settled_at timestamptz)
      on conflict do nothing`
  })
}
