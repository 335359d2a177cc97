import pg from 'pg'
import { deployMigrations } from '@/lib/base/infra/migrations'

export const TEMPLATE_NAME = 'turnpike_template'
/** For databases that no test file drops. */
export const SHARED_PREFIX = 'turnpike_shared_'

/** Makes the migrated database that every test database is a copy of. */
export async function prepareTemplateDatabase(serverUrl: string) {
  await onServer(serverUrl, (client) => client.query(`CREATE DATABASE ${TEMPLATE_NAME}`))
  await deployMigrations(databaseUrl(serverUrl, TEMPLATE_NAME))
}

/** For servers that outlive the tests. */
export const removeTemplateDatabase = (serverUrl: string): Promise<void> =>
  onServer(serverUrl, async (client) => {
    const like = 'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)'
    const { rows } = await client.query<{ name: string }>(like, [SHARED_PREFIX])
    for (const { name } of rows) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await client.query(`DROP DATABASE IF EXISTS ${TEMPLATE_NAME}`)
  })

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

export async function onServer<T>(serverUrl: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}
