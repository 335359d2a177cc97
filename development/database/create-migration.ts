import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
} from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'
import pg from 'pg'
import { listMigrations, readMigration } from '@/lib/base/infra/migrations'
import { startEmbeddedDatabase } from './embedded-database'
import { readSchema } from './generate-client'

export type NewMigration = { folder: string; sql: string }

/**
 * Writes the migration from the existing migrations to the schema, and returns it; null when they agree. Works on its
 * own temporary database server, unless one is named.
 * @param name room and change, as `catalog_entries`; the time is put before it
 */
export async function createMigration(
  name: string,
  now: Date,
  { root = '.', serverUrl }: { root?: string; serverUrl?: string } = {},
): Promise<NewMigration | null> {
  const sql = await (serverUrl === undefined ? diffOnOwnServer(root) : diffToSchema(serverUrl, root))
  if (sql === null) return null
  const folder = join(root, 'prisma', 'migrations', `${now.toISOString().replace(/\D/g, '').slice(0, 14)}_${name}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'migration.sql'), sql)
  return { folder, sql }
}

async function diffOnOwnServer(root: string): Promise<string | null> {
  const scratch = mkdtempSync(join(tmpdir(), 'turnpike-shadow-'))
  const database = await startEmbeddedDatabase({ dataDir: join(scratch, 'db'), isDurable: false })
  try {
    return await diffToSchema(database.url, root)
  } finally {
    await database.stop()
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** The SQL from the migrations to the schema; null when nothing is missing. Replays them in a database beside `url`'s. */
export async function diffToSchema(url: string, root = '.'): Promise<string | null> {
  const schema = readSchema(join(root, 'prisma', 'schema'))
  const from = {
    tag: 'migrations' as const,
    baseDir: join(root, 'prisma', 'migrations'),
    shadowDbInitScript: '',
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    migrationDirectories: listMigrations(root).map((name) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: readMigration(name, root) } },
    })),
  }
  const to = { tag: 'schemaDatamodel' as const, files: schema.map(([path, content]) => ({ path, content })) }
  const filters = { externalTables: [], externalEnums: [] }
  const request = { from, to, script: true, exitCode: true, filters, shadowDatabaseUrl: null }
  const { exitCode, stdout } = await withSchemaEngine(url, schema, (engine) => engine.diff(request))
  return exitCode === 2 ? (stdout ?? '') : null
}

/**
 * Runs `work` with Prisma's own schema engine in its WebAssembly form, on the database at `url`. Not every network can
 * download the native engine; this one comes from npm.
 */
async function withSchemaEngine<T>(
  url: string,
  datamodels: [path: string, content: string][],
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  await loadEngine()
  const pools: pg.Pool[] = []
  const open = (connectionString: string) => {
    const pool = new pg.Pool({ connectionString, max: 2 })
    pools.push(pool)
    return connectTo(pool, connectionString)
  }
  const shadow = `turnpike_shadow_${crypto.randomUUID().replaceAll('-', '')}`
  const factory = bindMigrationAwareSqlAdapterFactory({
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => open(url),
    /** A scratch database beside `url`'s, in which the engine replays the migrations. */
    async connectToShadowDb() {
      await run(url, `CREATE DATABASE ${shadow}`)
      return open(Object.assign(new URL(url), { pathname: `/${shadow}` }).href)
    },
  })
  try {
    return await work(await bindings.SchemaEngine.new({ datamodels }, () => undefined, factory))
  } catch (error) {
    // The engine names an error of the database only by number; its words are in the registry.
    const reference = /External error id#(\d+)/.exec(String(error))?.[1]
    throw (reference && factory.errorRegistry.consumeError(Number(reference))?.error) || error
  } finally {
    for (const pool of pools) if (!pool.ended) await pool.end()
    await run(url, `DROP DATABASE IF EXISTS ${shadow} WITH (FORCE)`)
  }
}

/**
 * The stock adapter cuts a script at every semicolon, also inside function bodies and strings: this one sends it whole.
 * And it knows the array of the catalog's one-byte type but not the type itself, in which PostgreSQL describes its
 * tables: so its columns pass it under the array's name.
 */
async function connectTo(pool: pg.Pool, connectionString: string): Promise<SqlDriverAdapter> {
  const [charType, charArrayType] = [18, 1002]
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<pg.QueryArrayResult>
  const queryRenamed = async (...args: unknown[]) => {
    const result = await query(...args)
    for (const field of result.fields) if (field.dataTypeID === charType) field.dataTypeID = charArrayType
    return result
  }
  pool.query = queryRenamed as typeof pool.query
  const adapter = await new PrismaPg(pool, { disposeExternalPool: true, schema: 'public' }).connect()
  const queryRaw = adapter.queryRaw.bind(adapter)
  adapter.queryRaw = async (sql) => {
    const result = await queryRaw(sql)
    const columnTypes = result.columnTypes.map((type) =>
      type === ColumnTypeEnum.CharacterArray ? ColumnTypeEnum.Character : type,
    )
    return { ...result, columnTypes }
  }
  adapter.executeScript = (script) => run(connectionString, script)
  return adapter
}

async function run(connectionString: string, script: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(script)
  } finally {
    await client.end()
  }
}

/** The package's own loader wants a bundler's wasm import; this is the same wiring, for plain Node. */
type RawBindings = { __wbg_set_wasm: (exports: WebAssembly.Exports) => void }

/** One for the process: the bindings know one instance, and objects that JavaScript frees later belong to it. */
let engine: Promise<void> | undefined

function loadEngine(): Promise<void> {
  return (engine ??= instantiateEngine())
}

async function instantiateEngine() {
  const moduleFile = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const bytes = readFileSync(join(dirname(moduleFile), 'schema_engine_bg.wasm'))
  const imports = { './schema_engine_bg.js': bindings as unknown as WebAssembly.ModuleImports }
  const { instance } = await WebAssembly.instantiate(bytes, imports)
  ;(bindings as unknown as RawBindings).__wbg_set_wasm(instance.exports)
  ;(instance.exports as { __wbindgen_start: () => void }).__wbindgen_start()
}
