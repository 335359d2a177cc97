import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { bareEnv } from '@/lib/base/infra/bare-env'
import { DomainError } from '@/lib/base/infra/domain-error'

const OUTPUT_DIR = 'lib/base/infra/generated/prisma'
const stampFile = join(OUTPUT_DIR, '.schema-hash')

/** Generates the Prisma client unless the present one came from the same schema. Returns whether it did. */
export function generateClient({ isForced = false } = {}): boolean {
  const wanted = schemaHash()
  if (!isForced && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return false
  const cli = join(dirname(createRequire(import.meta.url).resolve('prisma/package.json')), 'build', 'index.js')
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'generate', '--schema', 'prisma/schema'], {
    // The CLI insists on a schema engine, which it never calls here and which cannot be downloaded everywhere.
    env: bareEnv({ PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: '1' }),
    encoding: 'utf8',
  })
  if (status !== 0) {
    throw new DomainError('SCHEMA_INVALID', `The database client cannot be generated:\n${stdout}${stderr}`.trim())
  }
  writeFileSync(stampFile, wanted)
  return true
}

function schemaHash(): string {
  const { version } = createRequire(import.meta.url)('prisma/package.json') as { version: string }
  return createHash('sha256')
    .update(JSON.stringify([version, readSchema()]))
    .digest('hex')
}

export function readSchema(folder = 'prisma/schema'): [path: string, content: string][] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.prisma'))
  return names.sort().map((name) => [join(folder, name), readFileSync(join(folder, name), 'utf8')])
}
