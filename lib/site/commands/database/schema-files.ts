import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MigrationList, SchemasContainer } from '@prisma/schema-engine-wasm'

export type PrismaFolders = { schemaDir: string; migrationsDir: string }

export const projectFolders: PrismaFolders = { schemaDir: 'prisma/schema', migrationsDir: 'prisma/migrations' }

/** The schema's files, in a stable order. */
export function schemaFiles({ schemaDir }: PrismaFolders): SchemasContainer {
  const names = readdirSync(schemaDir).filter((name) => name.endsWith('.prisma'))
  const paths = names.sort().map((name) => join(schemaDir, name))
  return { files: paths.map((path) => ({ path, content: readFileSync(path, 'utf8') })) }
}

/** The migrations on disk, oldest first. A folder without its migration.sql is a broken checkout and throws. */
export function migrationList({ migrationsDir }: PrismaFolders): MigrationList {
  const entries = existsSync(migrationsDir) ? readdirSync(migrationsDir, { withFileTypes: true }) : []
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return {
    baseDir: migrationsDir,
    shadowDbInitScript: '',
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    migrationDirectories: names.sort().map((name) => ({
      path: name,
      migrationFile: {
        path: 'migration.sql',
        content: { tag: 'ok', value: readFileSync(join(migrationsDir, name, 'migration.sql'), 'utf8') },
      },
    })),
  }
}
