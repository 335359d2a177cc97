import { parseArgs } from 'node:util'
import { openDatabase } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { parseToolEnv } from '@/lib/base/infra/env'
import { type ApiKeyScope, createApiKey, revokeApiKey } from '@/lib/facilitator/access/api-keys'

const USAGE = `Usage:
  turnpike-site facilitator-key create --name <name> [--scopes verify,settle] [--per-second <number>] [--receivers 0x…,0x…]
  turnpike-site facilitator-key revoke <id>
DATABASE_URL, or the file that DATABASE_URL_FILE names, says which database.`

/** Makes and revokes API keys of the facilitator: `facilitator-key create --name "A shop"`. */
export async function facilitatorKeyCommand(args: string[]): Promise<void> {
  const { positionals, values } = readArguments(args)
  const [command, id] = positionals
  const { databaseUrl } = parseToolEnv(process.env)
  if (!databaseUrl) throw new DomainError('USAGE', USAGE)
  const database = openDatabase(databaseUrl)
  try {
    if (command === 'create' && values.name) {
      const scopes = values.scopes.split(',') as ApiKeyScope[] // Checked by createApiKey.
      const requestsPerSecond = values['per-second'] ? Number(values['per-second']) : null
      const receivers = values.receivers?.split(',')
      const key = await createApiKey(database, { name: values.name, scopes, requestsPerSecond, receivers })
      return console.log(`id ${key.id}\nkey ${key.secret}\nThe key is shown this once.`)
    }
    if (command === 'revoke' && id) {
      await revokeApiKey(database, id, new Date())
      return console.log(`${id} is revoked.`)
    }
    throw new DomainError('USAGE', USAGE)
  } finally {
    await database.$disconnect()
  }
}

function readArguments(args: string[]) {
  const options = {
    name: { type: 'string' },
    scopes: { type: 'string', default: 'verify,settle' },
    'per-second': { type: 'string' },
    receivers: { type: 'string' },
  } as const
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (cause) {
    throw new DomainError('USAGE', USAGE, { cause })
  }
}
