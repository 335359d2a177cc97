import pg from 'pg'
import { deployMigrations } from '@/lib/base/infra/migrations'

export const TEMPLATE_NAME = 'turnpike_template'
/** For databases that no test file drops. */
export const SHARED_PREFIX = 'turnpike_shared_'

/** Makes the migrated database that every test database is a copy of. */
export async function prepareTemplateDatabase(serverUrl: string) {
  await onServer(serverUrl, async (client) => {
    await client.query(`CREATE DATABASE ${TEMPLATE_NAME}`)
    // A run that broke off may have left some of older migrations.
    await dropShared(client)
  })
  await deployMigrations(databaseUrl(serverUrl, TEMPLATE_NAME))
}

export const removeTemplateDatabase = (serverUrl: string): Promise<void> =>
  onServer(serverUrl, async (client) => {
    await dropShared(client)
    await client.query(`DROP DATABASE IF EXISTS ${TEMPLATE_NAME}`)
  })

async function dropShared(client: pg.Client): Promise<void> {
  const like = 'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)'
  const { rows } = await client.query<{ name: string }>(like, [SHARED_PREFIX])
  for (const { name } of rows) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
}

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
