import { randomUUID } from 'node:crypto'
import { type Database, sql } from '@/lib/base/infra/database'

/** Time without a heartbeat after which an instance counts as gone. */
const INSTANCE_TIMEOUT_SECONDS = 25

const isAlive = sql`seen_at > now() - make_interval(secs => ${INSTANCE_TIMEOUT_SECONDS}::int)`

export const createInstanceId = (): string => randomUUID()

/**
 * Records that this instance is alive, when it starts and every few seconds after. Stirs its jobs where the number of
 * living instances has changed: one that is gone may have left work behind.
 */
export function createHeartbeat(
  database: Database,
  { instanceId, stir }: { instanceId: string; stir: () => void },
): () => Promise<void> {
  let known: number | null = null
  return async () => {
    const seen = await database.row<{ alive: number }>(sql`
      INSERT INTO instances (id, seen_at) VALUES (${instanceId}, now())
      ON CONFLICT (id) DO UPDATE SET seen_at = now()
      RETURNING (SELECT count(*)::int FROM instances WHERE id <> ${instanceId} AND ${isAlive}) AS alive`)
    if (known !== seen.alive) stir()
    known = seen.alive
  }
}

export type SeenInstance = { id: string; seenAt: Date; silentSeconds: number; isAlive: boolean }

/** Instances by their last heartbeat, newest first, fifty at most. All times are the database's, as heartbeats are. */
export const listInstances = (database: Database): Promise<SeenInstance[]> =>
  database.rows<SeenInstance>(sql`
    SELECT id, seen_at AS "seenAt", extract(epoch FROM now() - seen_at)::int AS "silentSeconds",
      ${isAlive} AS "isAlive"
    FROM instances ORDER BY seen_at DESC LIMIT 50`)

export async function endInstance(database: Database, instanceId: string): Promise<void> {
  await database.execute(sql`DELETE FROM instances WHERE id = ${instanceId}`)
}

export async function forgetOldInstances(database: Database): Promise<void> {
  await database.execute(sql`
    DELETE FROM instances WHERE id = ANY (ARRAY(
      SELECT id FROM instances WHERE seen_at < now() - interval '1 day' ORDER BY id FOR UPDATE SKIP LOCKED))`)
}
