import { setTimeout as sleep } from 'node:timers/promises'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils'
import pg from 'pg'
import { nameExtensions } from '@/lib/base/infra/name-extensions'
import { inOneSchema, openConnection, siteTables } from '@/lib/base/infra/one-schema'

export type MigrationAdapter = { factory: SqlMigrationAwareDriverAdapterFactory; close: () => Promise<void> }

/**
 * The PostgreSQL adapter for migrations. The stock one cuts a script at every semicolon, also inside function bodies
 * and strings, and runs the pieces on any connection of its pool. This one sends a script whole, like the native
 * engine: one message, which PostgreSQL treats as one transaction.
 */
export function openMigrationAdapter(url: string): MigrationAdapter {
  const opened = new Set<SqlDriverAdapter>()
  const connect = async () => {
    const adapter = await connectTo(url)
    const dispose = adapter.dispose.bind(adapter)
    adapter.dispose = async () => void (opened.delete(adapter) && (await dispose()))
    opened.add(adapter)
    return adapter
  }
  return {
    factory: {
      provider: 'postgres',
      adapterName: '@prisma/adapter-pg',
      connect,
      connectToShadowDb: () => connectToShadow(url),
    },
    close: async () => void (await Promise.all([...opened].map((adapter) => adapter.dispose()))),
  }
}

/** A scratch database beside `url`'s, in which the engine replays the migrations. Dropped when the engine is done. */
async function connectToShadow(url: string): Promise<SqlDriverAdapter> {
  const name = `turnpike_shadow_${crypto.randomUUID().replaceAll('-', '')}`
  const shadowUrl = new URL(url)
  shadowUrl.pathname = `/${name}`
  await withClient(url, (client) => client.query(`CREATE DATABASE ${name}`))
  const adapter = await connectTo(shadowUrl.href)
  const closePool = adapter.dispose.bind(adapter)
  adapter.dispose = async () => {
    await closePool()
    await withClient(url, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
  }
  return adapter
}

async function connectTo(url: string): Promise<SqlDriverAdapter> {
  const adapter = await new PrismaPg(openCatalogPool(url), {
    disposeExternalPool: true,
    schema: siteTables.schema,
  }).connect()
  const queryRaw = adapter.queryRaw.bind(adapter)
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query)
    const columnTypes = result.columnTypes.map((type) =>
      type === ColumnTypeEnum.CharacterArray ? ColumnTypeEnum.Character : type,
    )
    return { ...result, columnTypes }
  }
  adapter.executeScript = (script) => withClient(url, (client) => runScript(client, script))
  return adapter
}

/** How long a script may wait for a table: later statements queue behind it. */
const LOCK_TIMEOUT = '2s'
const LOCK_ATTEMPTS = 120
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * A script that waits for a table, such as behind a backup, blocks everyone who uses that table. So it gives up after a
 * moment and tries again, for some minutes. A failed attempt leaves nothing behind.
 */
async function runScript(client: pg.Client, script: string): Promise<void> {
  await client.query(`SET lock_timeout = '${LOCK_TIMEOUT}'`)
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(await nameExtensions(client, script))
      return
    } catch (error) {
      const isLocked = error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE
      if (!isLocked || attempt === LOCK_ATTEMPTS) throw error
      await sleep(1_000)
    }
  }
}

/** Object identifiers of the catalog's one-byte type and of its array. */
const [charType, charArrayType] = [18, 1002]

/**
 * The stock adapter knows the array of the catalog's one-byte type but not the type itself, in which PostgreSQL
 * describes its tables. So its columns pass the adapter under the array's name, which `connectTo` takes back.
 */
function openCatalogPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 2, onConnect: inOneSchema(siteTables) })
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<pg.QueryArrayResult>
  const queryRenamed = async (...args: unknown[]) => {
    const result = await query(...args)
    for (const field of result.fields) if (field.dataTypeID === charType) field.dataTypeID = charArrayType
    return result
  }
  pool.query = queryRenamed as typeof pool.query
  return pool
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await openConnection(connectionString, siteTables)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
