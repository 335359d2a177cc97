import { makeGasKey } from '@/lib/base/chains/facilitator/gas-wallets'
import { DomainError } from '@/lib/base/infra/domain-error'
import { printLines } from '@/lib/base/infra/process'
import {
  type ApiKeyScope,
  type ApiKeyUse,
  createApiKey,
  listApiKeys,
  revokeApiKey,
} from '@/lib/facilitator/access/api-keys'
import { withCommandDatabase } from './command-database'
import type { CommandInput } from './read-command'

/** Makes, lists and revokes API keys of the facilitator: `facilitator-key create --name "A shop"`. */
export async function facilitatorKeyCommand({ words: [action, id], options }: CommandInput): Promise<void> {
  const { name } = options
  if (action === 'list' && id === undefined)
    return withCommandDatabase(async (database) => printLines((await listApiKeys(database)).flatMap(linesOf)))
  if (action === 'revoke' && id !== undefined)
    return withCommandDatabase(async (database) => {
      await revokeApiKey(database, id, new Date())
      console.log(`${id} is revoked.`)
    })
  if (action === 'create' && id === undefined && name) {
    const scopes = (options.scopes ?? 'verify,settle').split(',') as ApiKeyScope[] // Checked by createApiKey.
    const requestsPerSecond = options['per-second'] ? Number(options['per-second']) : null
    const receivers = options.receivers?.split(',')
    const expiresAt = options.expires === undefined ? null : endOf(options.expires)
    return withCommandDatabase(async (database) => {
      const key = await createApiKey(database, { name, scopes, requestsPerSecond, receivers, expiresAt })
      console.log(`id ${key.id}\nkey ${key.secret}\nThe key is shown this once.`)
    })
  }
  throw new DomainError('USAGE', 'Say create --name <name>, list, or revoke <id>; --help says more.')
}

/** The last second of a day counts. */
function endOf(text: string): Date {
  const end = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T23:59:59Z` : text)
  if (Number.isNaN(end.getTime())) throw new DomainError('USAGE', '--expires: expected a day such as 2027-01-31.')
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

/** Prints a new key as a line of the environment, and the address to send the network's coin to. */
export async function gasKeyCommand({ words: [family = ''] }: CommandInput): Promise<void> {
  if (family !== 'evm' && family !== 'svm' && family !== 'avm')
    throw new DomainError('USAGE', `"${family}" is no family of networks: take evm, svm (Solana) or avm (Algorand).`)
  const { key, address } = makeGasKey(family)
  console.log(`# Send coin for gas to ${address}\nFACILITATOR_KEYS=${key}`)
}
