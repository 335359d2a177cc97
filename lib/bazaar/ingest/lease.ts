import { randomUUID } from 'node:crypto'
import { type Database, quick } from '@/lib/base/infra/database'

/** Identifies this process, whose own runs share its leases. */
const holder = randomUUID()

/**
 * Takes work for this process until `until`, or keeps it longer; false while another process holds it. No lease waits
 * for the disk: what a crash of the database server loses is taken again or has lapsed by the time it is back.
 */
export async function takeLease(database: Database, name: string, now: Date, until: Date): Promise<boolean> {
  const taken = await database.$executeRaw`
    WITH ${quick} INSERT INTO catalog_leases AS lease (name, holder, held_until)
    SELECT ${name}, ${holder}, ${until}::timestamptz FROM quick
    ON CONFLICT (name) DO UPDATE SET holder = ${holder}, held_until = EXCLUDED.held_until
    WHERE lease.holder = ${holder} OR lease.held_until <= ${now}::timestamptz`
  return taken === 1
}

/** Returns work before its time, or bars every process from it until `until`. Does nothing when another has it. */
export async function endLease(database: Database, name: string, until: Date): Promise<void> {
  await database.$executeRaw`
    WITH ${quick} UPDATE catalog_leases SET held_until = ${until}::timestamptz, holder = '' FROM quick WHERE name = ${name} AND holder = ${holder}`
}
