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

export type SeenInstance = { id: string; seenAt: Date; silentSeconds: number; isAlive: boolean }

/** Instances by their last heartbeat, newest first, fifty at most. All times are the database's, as heartbeats are. */
export const listInstances = (database: Database): Promise<SeenInstance[]> =>
  database.$queryRaw<SeenInstance[]>`
    SELECT id, seen_at AS "seenAt", extract(epoch FROM now() - seen_at)::int AS "silentSeconds",
      seen_at > now() - make_interval(secs => ${INSTANCE_TIMEOUT_SECONDS}::int) AS "isAlive"
    FROM instances ORDER BY seen_at DESC LIMIT 50`

export async function endInstance(database: Database, instanceId: string): Promise<void> {
  await database.$executeRaw`DELETE FROM instances WHERE id = ${instanceId}`
}

/** Deletes instances that have been silent for a day. */
export async function forgetOldInstances(database: Database): Promise<void> {
  await database.$executeRaw`
    DELETE FROM instances WHERE id = ANY (ARRAY(
      SELECT id FROM instances WHERE seen_at < now() - interval '1 day' ORDER BY id FOR UPDATE SKIP LOCKED))`
}
