import { parseArgs } from 'node:util'
import { startEmbeddedDatabase } from '@/development/database/embedded-database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { parseToolEnv } from '@/lib/base/infra/env'
import { deployMigrations } from '@/lib/base/infra/migrations'
import { runProcess } from '@/lib/base/infra/process'
import { createMigration } from './create-migration'

const USAGE = 'Usage: npm run migrate -- new <room_what> | npm run migrate -- deploy [--data-dir .data]'

await runProcess(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'data-dir': { type: 'string', default: '.data' } },
  })
  const [command, name] = positionals
  if (command === 'new' && name && /^[a-z][a-z0-9_]*$/.test(name)) return writeMigration(name)
  if (command === 'deploy') return deploy(values['data-dir'])
  throw new DomainError('USAGE', USAGE)
})
// The schema engine leaves a ten-second timer of its migration lock behind.
process.exit()

async function writeMigration(name: string) {
  const migration = await createMigration(name, new Date())
  console.log(migration ? `${migration.folder}\n${migration.sql}` : 'The migrations already lead to the schema.')
}

/** To DATABASE_URL, else to the embedded database, which keeps running only if it ran before. */
async function deploy(dataDir: string) {
  const { databaseUrl } = parseToolEnv(process.env)
  if (!databaseUrl) console.log(`DATABASE_URL is not set: this is the embedded database in ${dataDir}/db.`)
  const embedded = databaseUrl ? null : await startEmbeddedDatabase({ dataDir: `${dataDir}/db` })
  try {
    const applied = await deployMigrations(databaseUrl ?? embedded?.url ?? '')
    console.log(applied.length ? applied.join('\n') : 'Nothing to apply.')
  } finally {
    if (embedded && !embedded.isAdopted) await embedded.stop()
  }
}
