import type { DatabaseTransaction } from '@/lib/infra/database'

/** Rows of the sketch that two texts must share to be near copies, of twelve. */
const COPY_ROWS = 6
/** Entries of one host with nearly the same prose and no independent payer, from which on they look like a farm. */
const FARM_SIZE = 30

/**
 * Marks entries that search should distrust.
 * `copied`: the prose of an older entry that pays somebody else on another host. `farmed`: one of many entries
 * of one host with nearly the same prose that nobody independent has paid for. Entries of one imported source never
 * accuse each other. Returns the entries that became `farmed` now; others than those given may be among them.
 */
export async function findSuspicions(tx: DatabaseTransaction, entryIds: bigint[]): Promise<bigint[]> {
  await tx.$executeRaw`
    with mine as (
      select entry.id, entry.host_group, entry.source_label, entry.source, entry.sketch, entry.prose_hash, entry.first_seen_at,
        array(select lower(option.pay_to) from catalog_payment_options option where option.entry_id = entry.id) as payees
      from catalog_entries entry where entry.id = any(${entryIds}) and entry.sketch <> '{}'
    ), copies as (
      select distinct mine.id from mine join catalog_entries older on older.sketch && mine.sketch
      where older.id <> mine.id and older.first_seen_at < mine.first_seen_at and older.host_group <> mine.host_group
        and older.status <> 'rejected'
        and not (older.source = 'imported' and mine.source = 'imported' and older.source_label = mine.source_label)
        and (older.prose_hash = mine.prose_hash
          or (select count(*) from unnest(older.sketch) row where row = any(mine.sketch)) >= ${COPY_ROWS})
        and not exists (select 1 from catalog_payment_options option where option.entry_id = older.id and lower(option.pay_to) = any(mine.payees))
    )
    update catalog_entries entry set suspicions = case
        when copies.id is null then array_remove(entry.suspicions, 'copied')
        else array(select distinct unnest(entry.suspicions || array['copied'])) end
    from mine left join copies on copies.id = mine.id
    where entry.id = mine.id and (copies.id is not null) <> ('copied' = any(entry.suspicions))`
  const farmed = await tx.$queryRaw<{ id: bigint }[]>`
    with farms as (
      select host_group, sketch[1] as row from catalog_entries
      where source in ('settled', 'probed') and organic_payers = 0 and sketch <> '{}'
        and host_group in (select host_group from catalog_entries where id = any(${entryIds}) and source in ('settled', 'probed'))
      group by 1, 2 having count(*) >= ${FARM_SIZE}
    )
    update catalog_entries entry set suspicions = array_append(entry.suspicions, 'farmed')
    from farms where entry.host_group = farms.host_group and entry.sketch[1] = farms.row
      and entry.source in ('settled', 'probed') and entry.organic_payers = 0 and not 'farmed' = any(entry.suspicions)
    returning entry.id`
  return farmed.map(({ id }) => id)
}
