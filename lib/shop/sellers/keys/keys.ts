import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { DomainError } from '@/lib/base/infra/domain-error'
import { isUuid } from '@/lib/base/infra/identifiers'
import { ruled, say } from '@/lib/base/sentences/say'
import { toStatementText } from '@/lib/base/x402/clean-text'
import { id, time } from '@/lib/base/x402/views'
import { type Actor, getOwnSeller, shopOf } from '../actor'
import { inOwnShop } from '../audit/own-shop'
import { confirmByWallet } from '../confirm-by-wallet'
import { InputRefusedError, parseInput, sellersWords } from '../input-refused-error'
import { requireOperator } from '../operating/suspensions'
import type { SellersContext } from '../ports'
import { viewOf } from '../views'

/** The scopes, in the order in which forms show them; writing does not include reading. */
export const keyScopes = [
  'routes:read',
  'routes:write',
  'payments:read',
  'refunds:write',
  'claims:write',
  'webhooks:read',
  'webhooks:write',
  'shop:write',
  'shop:read',
  'payees:write',
  'keys:read',
  'keys:write',
  'audit:read',
  'site:read',
  'site:write',
] as const
export type KeyScope = (typeof keyScopes)[number]

/** Scopes for keys of every shop; the others are for operators. */
export const sellerScopes: readonly KeyScope[] = keyScopes.filter((scope) => !scope.startsWith('site:'))

/** 256 random bits, with a prefix that people and secret scanners recognise. */
const SECRET = /^tps_[\w-]{43}$/

/** Such a secret cannot be guessed, so a plain hash is enough. */
const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

const MAXIMUM_KEYS = 20

export const keyInput = z
  .object({
    name: sellersWords(80, ruled('giveKeyName')),
    scopes: z.array(z.enum(keyScopes)).min(1, ruled('chooseScope')).max(keyScopes.length),
    expiresAt: z
      .string()
      .max(40)
      .refine((text) => !Number.isNaN(Date.parse(text)), ruled('keyEndRule'))
      .nullable()
      .default(null)
      .describe('Refused from then on, in ISO 8601; null: until it is revoked.'),
  })
  .strict()

/**
 * Makes a key of the actor's shop. The secret is returned only now; only its hash is stored. A wallet of the account
 * has to sign the name, the scopes and the end: `SIGNATURE_REQUIRED` says what to sign. Scopes of the site are for operators:
 * `OPERATOR_REQUIRED`.
 */
export async function createKey(
  context: SellersContext,
  actor: Actor,
  input: unknown,
  proof: string | null = null,
): Promise<{ keyId: string; secret: string }> {
  const { database, clock } = context
  const { name, scopes, expiresAt: endsAt } = parseInput(keyInput, input)
  const expiresAt = endsAt === null ? null : new Date(endsAt)
  if (expiresAt && expiresAt <= clock()) throw new InputRefusedError({ expiresAt: say('keyEndPast') })
  const { handle } = await getOwnSeller(database, actor)
  if (scopes.some((scope) => !sellerScopes.includes(scope))) await requireOperator(context, actor)
  const allowed = keyScopes.filter((scope) => scopes.includes(scope))
  // The name comes last, so that no name can hide what the key may do.
  const end = expiresAt?.toISOString() ?? 'never'
  const statement = `Make an API key of the shop ${handle}. It may: ${allowed.join(', ')}. It ends: ${end}. Its name: ${toStatementText(name)}`
  const spend = await confirmByWallet(context, actor, { act: { path: '/dashboard/keys', statement }, proof })
  const keyId = randomUUID()
  const secret = `tps_${randomBytes(32).toString('base64url')}`
  // Locked, so that the count holds.
  await inOwnShop(context, actor, async ({ transaction, sellerId, now, record }) => {
    if (
      (await transaction.sellerKey.count({ where: { sellerId, revokedAt: null, ...notExpired(now) } })) >= MAXIMUM_KEYS
    ) {
      throw new DomainError('KEYS_TOO_MANY', say('keysTooMany', { maximum: MAXIMUM_KEYS }))
    }
    const { wallet } = await spend(transaction)
    const row = { id: keyId, sellerId, name, scopes: allowed, createdAt: now, expiresAt }
    await transaction.sellerKey.create({ data: { ...row, secretHash: hashSecret(secret), ending: secret.slice(-4) } })
    const after = { name, scopes: allowed, ...(expiresAt && { expiresAt: expiresAt.toISOString() }) }
    await record('key.made', keyId, { after, wallet })
  })
  return { keyId, secret }
}

export const keyShape = z.object({
  keyId: id,
  name: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  ending: z.string().describe('The last four characters of the secret.'),
  createdAt: time,
  /** To the minute; null before it was ever used. */
  lastUsedAt: time.nullable(),
  expiresAt: time.nullable().describe('Refused from then on; null: until it is revoked.'),
})
export type KeyView = z.infer<typeof keyShape>

export async function listKeys({ database }: SellersContext, actor: Actor): Promise<KeyView[]> {
  const rows = await database.sellerKey.findMany({
    where: { revokedAt: null, seller: shopOf(actor) },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  // Only createKey writes the scopes, from this type.
  return rows.map((row) => viewOf(keyShape, { ...row, keyId: row.id, scopes: row.scopes as KeyScope[] }))
}

export type FoundKey = { keyId: string; sellerId: string; actor: Actor; scopes: ReadonlySet<KeyScope> }

const notExpired = (now: Date) => ({ OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] })

const USE_IS_NOTED_EVERY_MS = 60_000

/** The shop and the scopes of a secret's key; null when it is unknown, revoked or expired. Records the use, to the minute. */
export async function authenticateKey({ database, clock }: SellersContext, secret: string): Promise<FoundKey | null> {
  if (!SECRET.test(secret)) return null
  const now = clock()
  const key = await database.sellerKey.findUnique({
    where: { secretHash: hashSecret(secret), revokedAt: null, ...notExpired(now) },
    include: { seller: { select: { accountId: true } } },
  })
  if (!key) return null
  if (key.lastUsedAt === null || now.getTime() - key.lastUsedAt.getTime() > USE_IS_NOTED_EVERY_MS) {
    await database.sellerKey.updateMany({ where: { id: key.id }, data: { lastUsedAt: now } })
  }
  const { id: keyId, sellerId } = key
  const actor = { accountId: key.seller.accountId, keyId }
  // Only createKey writes this column, from this type.
  return { keyId, sellerId, actor, scopes: new Set(key.scopes as KeyScope[]) }
}

/** Revokes a key at once. Fails with `KEY_NOT_FOUND`, also for one that was revoked before. */
export async function revokeKey(context: SellersContext, actor: Actor, keyId: string): Promise<void> {
  if (!isUuid(keyId)) throw notFound()
  await inOwnShop(context, actor, async ({ transaction, sellerId, now, record }) => {
    const where = { id: keyId, revokedAt: null, sellerId }
    const [key] = await transaction.sellerKey.updateManyAndReturn({ where, data: { revokedAt: now } })
    if (!key) throw notFound()
    await record('key.revoked', keyId, { before: { name: key.name, scopes: key.scopes } })
  })
}

const notFound = () => new DomainError('KEY_NOT_FOUND', say('keyUnknown'))
