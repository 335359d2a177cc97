import type { Database } from '@/lib/infra/database'

export type Lease = { name: string; holder: string }

/** Takes work for one instance until `until`, or keeps it longer; false while another holds it. */
export async function takeLease(database: Database, { name, holder }: Lease, now: Date, until: Date): Promise<boolean> {
  const taken = await database.$executeRaw`
    insert into catalog_leases as lease (name, holder, held_until) values (${name}, ${holder}, ${until})
    on conflict (name) do update set holder = ${holder}, held_until = ${until}
    where lease.holder = ${holder} or lease.held_until <= ${now}`
  return taken === 1
}

/** Gives work back before its time, or leaves it to nobody until `until`. Does nothing when another has it. */
export async function endLease(database: Database, { name, holder }: Lease, until: Date): Promise<void> {
  await database.$executeRaw`
    update catalog_leases set held_until = ${until}, holder = '' where name = ${name} and holder = ${holder}`
}
