import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { bindMigrationAwareSqlAdapterFactory, type ErrorRegistry } from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'
import { DomainError } from '@/lib/base/infra/domain-error'
import { openMigrationAdapter } from './migration-adapter'
import { type PrismaFolders, schemaFiles } from './schema-files'

/** Prisma leaves no tables of the database out. */
export const noFilters = { externalTables: [], externalEnums: [] }

/**
 * Runs `work` with Prisma's own schema engine in its WebAssembly form, on the database at `url`. Not every network can
 * download the native engine; this one comes from npm.
 */
export async function withSchemaEngine<T>(
  url: string,
  folders: PrismaFolders,
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  await loadEngine()
  const datamodels = schemaFiles(folders).files.map(({ path, content }): [string, string] => [path, content])
  const adapter = openMigrationAdapter(url)
  const factory = bindMigrationAwareSqlAdapterFactory(adapter.factory)
  try {
    return await work(await bindings.SchemaEngine.new({ datamodels }, () => undefined, factory))
  } catch (error) {
    throw migrationError(error, factory.errorRegistry)
  } finally {
    await adapter.close()
  }
}

/** The engine names an error of the database only by number; its words are in the registry. */
function migrationError(error: unknown, registry: ErrorRegistry): DomainError {
  const message = error instanceof Error ? error.message : String(error)
  const migration = /migration_name="([^"]+)"/.exec(message)?.[1]
  const reference = /External error id#(\d+)/.exec(message)?.[1]
  const cause = reference ? registry.consumeError(Number(reference))?.error : error
  const words = cause instanceof Error ? cause.message : message
  const what = migration ? `The migration ${migration} failed` : 'The migrations cannot be applied'
  return new DomainError('MIGRATION_FAILED', `${what}: ${words}`, { cause: error })
}

/** The package's own loader wants a bundler's wasm import; this is the same wiring, for plain Node. */
type RawBindings = { __wbg_set_wasm: (exports: WebAssembly.Exports) => void }

/**
 * One for the process, however often this module is loaded: the bindings know one instance, and objects that JavaScript
 * frees later belong to it.
 */
const shared = globalThis as typeof globalThis & { turnpikeSchemaEngine?: Promise<void> }

function loadEngine(): Promise<void> {
  return (shared.turnpikeSchemaEngine ??= instantiateEngine())
}

async function instantiateEngine() {
  const moduleFile = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const bytes = readFileSync(join(dirname(moduleFile), 'schema_engine_bg.wasm'))
  const imports = { './schema_engine_bg.js': bindings as unknown as WebAssembly.ModuleImports }
  const { instance } = await WebAssembly.instantiate(bytes, imports)
  ;(bindings as unknown as RawBindings).__wbg_set_wasm(instance.exports)
  ;(instance.exports as { __wbindgen_start: () => void }).__wbindgen_start()
}
