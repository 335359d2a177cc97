import { randomUUID } from 'node:crypto'
import type { Database } from '@/lib/base/infra/database'

/** Time without a heartbeat after which an instance counts as gone. */
const INSTANCE_TIMEOUT_SECONDS = 8

/** Name of this process, new at every start. */
export const createInstanceId = (): string => randomUUID()

/** Records that this instance is alive. Called when it starts and every two seconds after. */
export async function recordHeartbeat(database: Database, instanceId: string): Promise<void> {
  await database.$executeRaw`
    INSERT INTO instances (id, seen_at) VALUES (${instanceId}, now())
    ON CONFLICT (id) DO UPDATE SET seen_at = now()`
}

/** Instances by their last heartbeat, newest first, fifty at most. */
export async function listInstances(
  database: Database,
  now: Date,
): Promise<{ id: string; seenAt: Date; isAlive: boolean }[]> {
  const aliveSince = now.getTime() - INSTANCE_TIMEOUT_SECONDS * 1_000
  const rows = await database.instance.findMany({ orderBy: { seenAt: 'desc' }, take: 50 })
  return rows.map(({ id, seenAt }) => ({ id, seenAt, isAlive: seenAt.getTime() > aliveSince }))
}

export async function endInstance(database: Database, instanceId: string): Promise<void> {
  await database.$executeRaw`DELETE FROM instances WHERE id = ${instanceId}`
}

/** Deletes instances that have been silent for a day. */
export async function forgetOldInstances(database: Database): Promise<void> {
  await database.$executeRaw`DELETE FROM instances WHERE seen_at < now() - interval '1 day'`
}
