import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Database, sql } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'

export type ApiKeyScope = 'verify' | 'settle'

const newKeySchema = z.object({
  name: z.string().trim().min(1).max(100),
  scopes: z.array(z.enum(['verify', 'settle'])).min(1),
  receivers: z
    .array(z.string().regex(/^0x[0-9a-fA-F]{40}$/))
    .max(100)
    .default([]),
  requestsPerSecond: z.number().int().positive().max(10_000).nullable().default(null),
  expiresAt: z.date().nullable().default(null),
})

export type NewApiKey = z.input<typeof newKeySchema>

/** Lets people and secret scanners recognise a key. */
const KEY_PREFIX = 'tpk_'

export const isOwnKey = (secret: string): boolean => secret.startsWith(KEY_PREFIX)

/** Makes a key and returns its secret, only this once; the database holds only a hash. */
export async function createApiKey(database: Database, input: NewApiKey): Promise<{ id: string; secret: string }> {
  const parsed = newKeySchema.safeParse(input)
  if (!parsed.success) {
    throw new DomainError(
      'API_KEY_INVALID',
      'Expected a name, at least one scope of verify and settle, a limit, and receivers as EVM addresses.',
    )
  }
  const secret = `${KEY_PREFIX}${randomBytes(32).toString('base64url')}`
  const id = randomUUID()
  const receivers = parsed.data.receivers.map((address) => address.toLowerCase())
  await database.facilitatorApiKey.create({ data: { id, ...parsed.data, receivers, secretHash: hashOf(secret) } })
  return { id, secret }
}

/** Ends a key. Fails with API_KEY_NOT_FOUND when there is none in force. */
export async function revokeApiKey(database: Database, id: string, now: Date): Promise<void> {
  const { count } = await database.facilitatorApiKey.updateMany({
    where: { id, revokedAt: null },
    data: { revokedAt: now },
  })
  if (count === 0) throw new DomainError('API_KEY_NOT_FOUND', 'There is no key in force with that id.')
}

/** A key with the gas of the last 32 days that its settlements cost, in the smallest unit of each network. */
export type ApiKeyUse = Awaited<ReturnType<typeof listApiKeys>>[number]

/** Its name in what is noted of callers. */
export const callerOfKey = (id: string): string => `key:${id}`

/** All keys with their use, the newest first. */
export async function listApiKeys(database: Database) {
  const keys = await database.facilitatorApiKey.findMany({
    orderBy: { createdAt: 'desc' },
    omit: { secretHash: true, receivers: true },
  })
  const uses = await database.rows<KeyGas>(sql`
    SELECT caller, network, sum(settlements)::int AS settlements, sum(spent) AS "spentAtomic", max(day) AS "lastDay"
    FROM gas_uses WHERE caller = ANY(${keys.map(({ id }) => callerOfKey(id))}) GROUP BY caller, network ORDER BY network`)
  return keys.map((key) => ({
    ...key,
    gas: uses.filter(({ caller }) => caller === callerOfKey(key.id)).map(({ caller: _caller, ...use }) => use),
  }))
}

type KeyGas = { caller: string; network: string; settlements: number; spentAtomic: bigint; lastDay: Date }

/** Null for a secret that is not one of our keys, was revoked, or has expired. */
export async function findApiKey(database: Database, secret: string, now: Date) {
  if (!secret.startsWith(KEY_PREFIX) || secret.length > 100) return null
  const row = await database.facilitatorApiKey.findFirst({
    where: { secretHash: hashOf(secret), revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
  })
  if (!row) return null
  const { id, requestsPerSecond, receivers } = row
  // Only `createApiKey` writes the scopes; the receivers are EVM addresses in lower case.
  return { id, scopes: row.scopes as ApiKeyScope[], requestsPerSecond, receivers }
}

/** Keys are 256 random bits, so a plain hash is enough: there is nothing to guess. */
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')
