import pg from 'pg'

export type DatabaseCounters = { commits: number; walSyncs: number; walBytes: number }

/** Connections report their counters to the server at the latest ten seconds after their last statement. */
export const COUNTED_AFTER_MS = 11_000

/** The database's commits, and how often the server waited for its log to be on disk, since its start. */
export async function readDatabaseCounters(databaseUrl: string): Promise<DatabaseCounters> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<Record<keyof DatabaseCounters, string>>(
      `SELECT (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()) AS commits,
         (SELECT sum(fsyncs) FROM pg_stat_io WHERE object = 'wal') AS "walSyncs",
         (SELECT wal_bytes FROM pg_stat_wal) AS "walBytes"`,
    )
    const [row] = rows
    return { commits: Number(row?.commits), walSyncs: Number(row?.walSyncs), walBytes: Number(row?.walBytes) }
  } finally {
    await client.end()
  }
}
