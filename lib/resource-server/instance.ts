import { randomUUID } from 'node:crypto'
import { Prisma, type Database } from '@/lib/infra/database'

/** How long an instance may be silent before others take over its work. */
export const instanceTimeoutSeconds = 8

/** SQL: nobody alive holds the lease of a row of `payments`. */
export const leaseIsFree = Prisma.sql`(payments.lease_owner IS NULL OR NOT EXISTS (
  SELECT 1 FROM instances WHERE instances.id = payments.lease_owner
    AND instances.seen_at > now() - make_interval(secs => ${instanceTimeoutSeconds})))`

/** Name of this process in leases; new at every start, so that a restart never owns what its predecessor held. */
export const createInstanceId = (): string => randomUUID()

/** Says that this instance is alive. Called when it starts and every two seconds after. */
export async function recordHeartbeat(database: Database, instanceId: string): Promise<void> {
  await database.$executeRaw`
    INSERT INTO instances (id, seen_at) VALUES (${instanceId}, now())
    ON CONFLICT (id) DO UPDATE SET seen_at = now()`
}

/** Takes this instance off the list, so that what it leaves may be taken over at once. */
export async function endInstance(database: Database, instanceId: string): Promise<void> {
  await database.$executeRaw`DELETE FROM instances WHERE id = ${instanceId}`
}

/** Forgets instances that have been silent for a day. */
export async function forgetOldInstances(database: Database): Promise<void> {
  await database.$executeRaw`DELETE FROM instances WHERE seen_at < now() - interval '1 day'`
}
