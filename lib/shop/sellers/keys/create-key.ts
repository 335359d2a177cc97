import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { DomainError } from '@/lib/base/infra/domain-error'
import { ruled, say } from '@/lib/base/sentences/say'
import { toStatementText } from '@/lib/base/x402/statement-text'
import { type Actor, changeOwnShop, getOwnSeller } from '../actor'
import { recordChange } from '../audit/record-change'
import { confirmByWallet } from '../confirm-by-wallet'
import { InputRefusedError, parseInput } from '../input-refused-error'
import { requireOperator } from '../operating/require-operator'
import type { SellersContext } from '../ports'
import { hashSecret, keySecret } from '../secret-form'
import { notExpired } from './find-key'
import { keyScopes, sellerScopes } from './scopes'

const MAXIMUM_KEYS = 20

export const keyInput = z
  .object({
    name: z.string().trim().min(1, ruled('giveKeyName')).max(80, ruled('charactersTooMany')),
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
  const { name, scopes, expiresAt: end } = parseInput(keyInput, input)
  const expiresAt = end === null ? null : new Date(end)
  if (expiresAt && expiresAt <= clock()) throw new InputRefusedError({ expiresAt: say('keyEndPast') })
  const { handle } = await getOwnSeller(database, actor)
  if (scopes.some((scope) => !sellerScopes.includes(scope))) await requireOperator(context, actor)
  const allowed = keyScopes.filter((scope) => scopes.includes(scope))
  // The name comes last, so that no name can hide what the key may do.
  const statement = `Make an API key of the shop ${handle}. It may: ${allowed.join(', ')}. It ends: ${expiresAt?.toISOString() ?? 'never'}. Its name: ${toStatementText(name)}`
  const spend = await confirmByWallet(context, actor, { act: { path: '/dashboard/keys', statement }, proof })
  const keyId = randomUUID()
  const secret = keySecret.create()
  await database.$transaction(async (transaction) => {
    // Locks the shop, so that the count holds.
    const { id: sellerId } = await changeOwnShop(transaction, actor)
    if (
      (await transaction.sellerKey.count({ where: { sellerId, revokedAt: null, ...notExpired(clock()) } })) >=
      MAXIMUM_KEYS
    ) {
      throw new DomainError('KEYS_TOO_MANY', say('keysTooMany', { maximum: MAXIMUM_KEYS }))
    }
    const { wallet } = await spend(transaction)
    const row = { id: keyId, sellerId, name, scopes: allowed, createdAt: clock(), expiresAt }
    await transaction.sellerKey.create({ data: { ...row, secretHash: hashSecret(secret), ending: secret.slice(-4) } })
    const after = { name, scopes: allowed, ...(expiresAt && { expiresAt: expiresAt.toISOString() }) }
    const change = { at: row.createdAt, sellerId, act: 'key.made', subject: keyId } as const
    await recordChange(transaction, actor, { ...change, after, wallet })
  })
  return { keyId, secret }
}
