import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { DomainError } from '@/lib/infra/domain-error'
import { type Actor, changeOwnShop } from '../actor'
import { parseInput } from '../input-refused-error'
import type { SellersContext } from '../ports'
import { createSecret, hashSecret } from './key-secret'
import { keyScopes } from './scopes'

const maximumKeys = 20

/** A key to the API of a shop, as its owner describes it. */
export const keyInput = z
  .object({
    name: z.string().trim().min(1, 'Give the key a name.').max(80, 'Use at most 80 characters.'),
    scopes: z.array(z.enum(keyScopes)).min(1, 'Choose at least one scope.').max(keyScopes.length),
  })
  .strict()

/** Makes a key of the actor's shop. The secret is shown now and never again; only its hash is kept. */
export async function createKey(
  { database, clock }: SellersContext,
  actor: Actor,
  input: unknown,
): Promise<{ keyId: string; secret: string }> {
  const { name, scopes } = parseInput(keyInput, input)
  const keyId = randomUUID()
  const secret = createSecret()
  await database.$transaction(async (transaction) => {
    // Locks the shop, so that the count holds.
    const { id: sellerId } = await changeOwnShop(transaction, actor)
    if ((await transaction.sellerKey.count({ where: { sellerId, revokedAt: null } })) >= maximumKeys) {
      throw new DomainError('KEYS_TOO_MANY', `A shop has ${maximumKeys} keys at most. Revoke one first.`)
    }
    const row = { id: keyId, sellerId, name, scopes: [...new Set(scopes)], createdAt: clock() }
    await transaction.sellerKey.create({ data: { ...row, secretHash: hashSecret(secret), ending: secret.slice(-4) } })
  })
  return { keyId, secret }
}
