import type { DatabaseTransaction } from '@/lib/infra/database'
import { payToIdentity } from '../entry/pay-to-identity'
import type { Sale } from '../ports'
import { updateQuality } from './update-quality'

/** A settled payment with the entry that it paid for. */
export type CountableSale = Pick<Sale, 'key' | 'network' | 'payer' | 'payTo' | 'amountAtomic' | 'settledAt'> & {
  entryId: bigint
}

export const RECENT_MS = 30 * 86_400_000

/**
 * Counts settled payments for their entries, each once however often it is given: in all, by the hour, by payer. Only
 * what is new is read. A payment is organic unless its payer is the payee, sells on the same host, or gets paid by the
 * payee's own payments (a circle).
 */
export async function countSettlements(tx: DatabaseTransaction, sales: CountableSale[], now: Date): Promise<void> {
  if (sales.length === 0) return
  // One after the other: two at once could each miss the circle that the other closes.
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtext('catalog settlements'))`
  const keys = await insertNew(tx, sales)
  if (keys.length === 0) return
  const unmade = await breakCircles(tx, keys)
  const counted = await addCounts(tx, keys, now)
  const recounted = await takeBack(tx, unmade, now)
  await updateQuality(tx, [...new Set([...counted, ...recounted])], now)
}

async function insertNew(tx: DatabaseTransaction, sales: CountableSale[]): Promise<string[]> {
  const items = sales.map((sale) => ({
    key: sale.key,
    entry_id: sale.entryId.toString(),
    network: sale.network,
    payer: payToIdentity(sale.network, sale.payer),
    pay_to: payToIdentity(sale.network, sale.payTo),
    amount: sale.amountAtomic.toString(),
    settled_at: sale.settledAt,
  }))
  const rows = await tx.$queryRaw<{ key: string }[]>`
    insert into catalog_settlements (authorization_key, entry_id, network, payer, pay_to, amount_atomic, is_organic, settled_at)
    select sale.key, entry.id, sale.network, sale.payer, sale.pay_to, sale.amount,
      sale.payer <> '' and sale.payer <> sale.pay_to and not exists (
        select 1 from catalog_payment_options option join catalog_entries sibling on sibling.id = option.entry_id
        where lower(option.pay_to) = lower(sale.payer) and sibling.host_group = entry.host_group),
      sale.settled_at
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as sale(
      key text, entry_id bigint, network text, payer text, pay_to text, amount numeric, settled_at timestamptz)
    join catalog_entries entry on entry.id = sale.entry_id
    order by sale.key
    on conflict do nothing returning authorization_key as key`
  return rows.map(({ key }) => key)
}

/** Takes the organic mark from both sides of circles that new payments close. Returns the older ones among them. */
async function breakCircles(tx: DatabaseTransaction, keys: string[]): Promise<string[]> {
  const rows = await tx.$queryRaw<{ key: string }[]>`
    with fresh as (select distinct payer, pay_to from catalog_settlements where authorization_key = any(${keys})),
    circles as (
      select payer, pay_to from fresh
      where exists (select 1 from catalog_settlements back where back.payer = fresh.pay_to and back.pay_to = fresh.payer)
    ), pairs as (select payer, pay_to from circles union select pay_to, payer from circles)
    update catalog_settlements known set is_organic = false from pairs
    where known.payer = pairs.payer and known.pay_to = pairs.pay_to and known.is_organic
    returning known.authorization_key as key`
  const fresh = new Set(keys)
  return rows.map(({ key }) => key).filter((key) => !fresh.has(key))
}

async function addCounts(tx: DatabaseTransaction, keys: string[], now: Date): Promise<bigint[]> {
  const recently = new Date(now.getTime() - RECENT_MS)
  const rows = await tx.$queryRaw<{ id: bigint }[]>`
    with fresh as (
      select entry_id, payer, is_organic, settled_at from catalog_settlements where authorization_key = any(${keys})
    ), hours as (
      insert into catalog_use_hours as known (entry_id, hour, total, organic)
      select entry_id, date_trunc('hour', settled_at, 'UTC'), count(*), count(*) filter (where is_organic)
      from fresh group by 1, 2 order by 1, 2
      on conflict (entry_id, hour) do update set total = known.total + excluded.total, organic = known.organic + excluded.organic
    ), paying as (
      select entry_id, payer, count(*) as times, max(settled_at) as last_at from fresh where is_organic group by 1, 2
    ), before as (
      select known.* from catalog_payers known join paying using (entry_id, payer)
    ), kept as (
      insert into catalog_payers as known (entry_id, payer, organic_count, last_paid_at)
      select entry_id, payer, times, last_at from paying order by entry_id, payer
      on conflict (entry_id, payer) do update set organic_count = known.organic_count + excluded.organic_count,
        last_paid_at = greatest(known.last_paid_at, excluded.last_paid_at)
    ), joined as (
      select paying.entry_id, count(*) filter (where before.payer is null) as payers,
        count(*) filter (where paying.last_at > ${recently} and (before.payer is null or before.last_paid_at <= ${recently})) as recent
      from paying left join before using (entry_id, payer) group by 1
    ), counted as (
      select entry_id, count(*) as total, count(*) filter (where is_organic) as organic, max(settled_at) as last_at,
        count(*) filter (where settled_at > ${recently}) as recent_total,
        count(*) filter (where settled_at > ${recently} and is_organic) as recent_organic
      from fresh group by 1
    )
    update catalog_entries entry set settled_count = entry.settled_count + counted.total,
      organic_count = entry.organic_count + counted.organic,
      organic_payers = entry.organic_payers + coalesce(joined.payers, 0),
      recent_total = entry.recent_total + counted.recent_total,
      recent_organic = entry.recent_organic + counted.recent_organic,
      recent_payers = entry.recent_payers + coalesce(joined.recent, 0),
      recent_counted_at = coalesce(entry.recent_counted_at, ${now}), counted_at = ${now},
      last_updated_at = greatest(entry.last_updated_at, counted.last_at)
    from counted left join joined using (entry_id) where entry.id = counted.entry_id
    returning entry.id`
  return rows.map(({ id }) => id)
}

/** Counts older payments out again that turned out to be part of a circle. */
async function takeBack(tx: DatabaseTransaction, keys: string[], now: Date): Promise<bigint[]> {
  if (keys.length === 0) return []
  const rows = await tx.$queryRaw<{ id: bigint }[]>`
    with undone as (
      select entry_id, payer, settled_at from catalog_settlements where authorization_key = any(${keys})
    ), hours as (
      update catalog_use_hours known set organic = known.organic - gone.times
      from (select entry_id, date_trunc('hour', settled_at, 'UTC') as hour, count(*) as times from undone group by 1, 2) gone
      where known.entry_id = gone.entry_id and known.hour = gone.hour
    ), gone as (
      select entry_id, payer, count(*) as times from undone group by 1, 2
    ), emptied as (
      delete from catalog_payers known using gone
      where known.entry_id = gone.entry_id and known.payer = gone.payer and known.organic_count <= gone.times
      returning known.entry_id
    ), lessened as (
      update catalog_payers known set organic_count = known.organic_count - gone.times from gone
      where known.entry_id = gone.entry_id and known.payer = gone.payer and known.organic_count > gone.times
    ), counted as (
      select gone.entry_id, sum(gone.times) as organic,
        (select count(*) from emptied where emptied.entry_id = gone.entry_id) as payers
      from gone group by 1
    )
    update catalog_entries entry set organic_count = entry.organic_count - counted.organic,
      organic_payers = entry.organic_payers - counted.payers, counted_at = ${now}, recent_counted_at = to_timestamp(0)
    from counted where entry.id = counted.entry_id returning entry.id`
  return rows.map(({ id }) => id)
}
