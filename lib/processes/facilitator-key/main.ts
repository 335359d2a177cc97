import { parseArgs } from 'node:util'
import { type ApiKeyScope, createApiKey, revokeApiKey } from '@/lib/facilitator/access/api-keys'
import { openDatabase } from '@/lib/infra/database'
import { isDomainError } from '@/lib/infra/domain-error'

/** Makes and revokes API keys of the facilitator: `npm run facilitator-key -- create --name "A shop"`. */
const USAGE = `Usage:
  npm run facilitator-key -- create --name <name> [--scopes verify,settle] [--per-second <number>] [--receivers 0x…,0x…]
  npm run facilitator-key -- revoke <id>
DATABASE_URL names the database.`

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    name: { type: 'string' },
    scopes: { type: 'string', default: 'verify,settle' },
    'per-second': { type: 'string' },
    receivers: { type: 'string' },
  },
})
const [command, id] = positionals
const url = process.env.DATABASE_URL

async function run(databaseUrl: string): Promise<string> {
  const database = openDatabase(databaseUrl)
  try {
    if (command === 'create' && values.name) {
      const scopes = values.scopes.split(',') as ApiKeyScope[] // Checked by createApiKey.
      const requestsPerSecond = values['per-second'] ? Number(values['per-second']) : null
      const receivers = values.receivers?.split(',')
      const key = await createApiKey(database, { name: values.name, scopes, requestsPerSecond, receivers })
      return `id ${key.id}\nkey ${key.secret}\nThe key is shown this once.`
    }
    if (command === 'revoke' && id) {
      await revokeApiKey(database, id, new Date())
      return `${id} is revoked.`
    }
    return USAGE
  } finally {
    await database.$disconnect()
  }
}

try {
  console.log(url ? await run(url) : USAGE)
} catch (error) {
  if (!isDomainError(error)) throw error
  console.error(error.message)
  process.exitCode = 1
}
