import { randomUUID } from 'node:crypto'
import { type Database, isForeignKeyViolation, sql } from '@/lib/base/infra/database'

/** A stream without a refresh for this long has ended. */
const ALIVE_SECONDS = 10

export type StreamMessage = { streamId: string; body: string }

/** Notes a new stream, and returns the name under which messages reach it from any instance. */
export async function openStream(database: Database): Promise<string> {
  const id = randomUUID()
  await database.execute(sql`INSERT INTO mcp_streams (id, seen_at) VALUES (${id}::uuid, now())`)
  return id
}

export async function closeStream(database: Database, id: string): Promise<void> {
  await database.mcpStream.deleteMany({ where: { id } })
}

export async function refreshStreams(database: Database, ids: string[]): Promise<void> {
  await database.execute(sql`
    WITH held AS (SELECT id FROM mcp_streams WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE)
    UPDATE mcp_streams stream SET seen_at = now() FROM held WHERE stream.id = held.id`)
}

export async function isStreamOpen(database: Database, id: string): Promise<boolean> {
  const rows = await database.rows<unknown>(sql`
    SELECT 1 FROM mcp_streams WHERE id = ${id}::uuid AND seen_at > now() - make_interval(secs => ${ALIVE_SECONDS})`)
  return rows.length > 0
}

export async function putMessage(database: Database, { streamId, body }: StreamMessage): Promise<bigint | null> {
  try {
    const rows = await database.rows<{ id: bigint }>(sql`
      INSERT INTO mcp_messages (stream_id, body) SELECT id, ${body} FROM mcp_streams WHERE id = ${streamId}::uuid
      RETURNING id`)
    return rows[0]?.id ?? null
  } catch (error) {
    // It ended in the same moment.
    if (isForeignKeyViolation(error)) return null
    throw error
  }
}

/** Takes the messages for these streams, oldest first; each is taken once. */
export async function takeMessages(database: Database, streamIds: string[]): Promise<StreamMessage[]> {
  const rows = await database.rows<{ id: bigint; stream_id: string; body: string }>(sql`
    DELETE FROM mcp_messages WHERE id = ANY (ARRAY(
      SELECT id FROM mcp_messages WHERE stream_id = ANY(${streamIds}::uuid[]) ORDER BY id FOR UPDATE SKIP LOCKED))
    RETURNING id, stream_id, body`)
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ stream_id: streamId, body }) => ({ streamId, body }))
}

/** True if a message still waits for the holder of its stream. */
export async function isWaiting(database: Database, id: bigint): Promise<boolean> {
  return (await database.mcpMessage.findUnique({ where: { id }, select: { id: true } })) !== null
}

/** Takes a message back; false when its stream has taken it before that. */
export async function withdrawMessage(database: Database, id: bigint): Promise<boolean> {
  const { count } = await database.mcpMessage.deleteMany({ where: { id } })
  return count > 0
}
export async function purgeStreams(database: Database): Promise<void> {
  await database.execute(sql`
    DELETE FROM mcp_streams WHERE id = ANY (ARRAY(
      SELECT id FROM mcp_streams WHERE seen_at < now() - interval '1 minute' ORDER BY id FOR UPDATE SKIP LOCKED))`)
}
