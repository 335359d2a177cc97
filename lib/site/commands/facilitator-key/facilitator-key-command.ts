import { parseArgs } from 'node:util'
import { openDatabase } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { parseToolEnv } from '@/lib/base/infra/env'
import { printLines } from '@/lib/base/infra/print-lines'
import {
  type ApiKeyScope,
  type ApiKeyUse,
  createApiKey,
  listApiKeys,
  revokeApiKey,
} from '@/lib/facilitator/access/api-keys'

const USAGE = `Usage:
  turnpike-site facilitator-key create --name <name> [--scopes verify,settle] [--per-second <number>] [--receivers 0x…,0x…] [--expires 2027-01-31]
  turnpike-site facilitator-key list
  turnpike-site facilitator-key revoke <id>
DATABASE_URL, or the file that DATABASE_URL_FILE names, says which database.`

/** Makes, lists and revokes API keys of the facilitator: `facilitator-key create --name "A shop"`. */
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
      const expiresAt = values.expires === undefined ? null : endOf(values.expires)
      const key = await createApiKey(database, { name: values.name, scopes, requestsPerSecond, receivers, expiresAt })
      return console.log(`id ${key.id}\nkey ${key.secret}\nThe key is shown this once.`)
    }
    if (command === 'list') return printLines((await listApiKeys(database)).flatMap(linesOf))
    if (command === 'revoke' && id) {
      await revokeApiKey(database, id, new Date())
      return console.log(`${id} is revoked.`)
    }
    throw new DomainError('USAGE', USAGE)
  } finally {
    await database.$disconnect()
  }
}

/** The last second of a day counts. */
function endOf(text: string): Date {
  const end = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T23:59:59Z` : text)
  if (Number.isNaN(end.getTime()))
    throw new DomainError('USAGE', `--expires: expected a day such as 2027-01-31.\n${USAGE}`)
  return end
}

function linesOf({ id, name, scopes, createdAt, expiresAt, revokedAt, gas }: ApiKeyUse): string[] {
  const day = (at: Date) => at.toISOString().slice(0, 10)
  const isOver = expiresAt !== null && expiresAt <= new Date()
  const end = revokedAt
    ? `revoked ${day(revokedAt)}`
    : expiresAt
      ? `${isOver ? 'expired' : 'until'} ${day(expiresAt)}`
      : 'no end'
  const used = gas.map(
    ({ network, settlements, spentAtomic, lastDay }) =>
      `  ${network}: ${settlements} settlements, gas ${spentAtomic}, last on ${day(lastDay)}`,
  )
  return [`${id}  ${name}  ${scopes.join(',')}  made ${day(createdAt)}, ${end}`, ...used]
}

function readArguments(args: string[]) {
  const options = {
    name: { type: 'string' },
    scopes: { type: 'string', default: 'verify,settle' },
    'per-second': { type: 'string' },
    receivers: { type: 'string' },
    expires: { type: 'string' },
  } as const
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (cause) {
    throw new DomainError('USAGE', USAGE, { cause })
  }
}
