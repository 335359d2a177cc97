import { fileURLToPath } from 'node:url'
import { deployMigrations, listMigrations } from '@/lib/base/infra/migrations'
import { DEFAULT_SCHEMA, schemaName } from './parse-options'

/** In the repository as in the package. */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

export const neededMigrations = (): string[] => listMigrations(ROOT)

/**
 * Makes our tables, in their own schema, or brings them to this version; returns the migrations that it applied. Safe
 * to run beside a version that serves, and by several processes at once. Needs its own connection: no pooler.
 */
export const migrate = async (options: { databaseUrl: string; schema?: string }): Promise<string[]> =>
  deployMigrations(options.databaseUrl, ROOT, {
    schema: schemaName.parse(options.schema ?? DEFAULT_SCHEMA),
    owner: 'library',
  })
