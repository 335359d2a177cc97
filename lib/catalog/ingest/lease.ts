import { type Database, quick } from '@/lib/infra/database'

export type Lease = { name: string; holder: string }

/**
 * Takes work for one instance until `until`, or keeps it longer; false while another holds it. Nothing of
 * a lease waits for the disk: what a crash of the database server loses is taken or has lapsed by the time it is back.
 */
export async function takeLease(database: Database, { name, holder }: Lease, now: Date, until: Date): Promise<boolean> {
  const taken = await database.$executeRaw`
    with ${quick} insert into catalog_leases as lease (name, holder, held_until)
    select ${name}, ${holder}, ${until}::timestamptz from quick
    on conflict (name) do update set holder = ${holder}, held_until = excluded.held_until
    where lease.holder = ${holder} or lease.held_until <= ${now}::timestamptz`
  return taken === 1
}

/** Gives work back before its time, or leaves it to nobody until `until`. Does nothing when another has it. */
export async function endLease(database: Database, { name, holder }: Lease, until: Date): Promise<void> {
  await database.$executeRaw`
    with ${quick} update catalog_leases set held_until = ${until}::timestamptz, holder = '' from quick where name = ${name} and holder = ${holder}`
}
