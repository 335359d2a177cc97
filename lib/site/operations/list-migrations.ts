import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Names of this version's migrations, from the folder where the process runs. */
export const listMigrations = (root = process.cwd()): string[] =>
  readdirSync(join(/* turbopackIgnore: true */ root, 'prisma', 'migrations'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
