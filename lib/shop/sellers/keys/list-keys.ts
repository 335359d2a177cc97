import { z } from 'zod'
import { id, time } from '@/lib/base/x402/answer-parts'
import { type Actor, shopOf } from '../actor'
import type { SellersContext } from '../ports'
import { type KeyScope, keyScopes } from './scopes'

/** A key as its owner sees it, without the secret. */
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

/** Keys in force, oldest first. */
export async function listKeys({ database }: SellersContext, actor: Actor): Promise<KeyView[]> {
  const rows = await database.sellerKey.findMany({
    where: { revokedAt: null, seller: shopOf(actor) },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return rows.map(({ id, name, scopes, ending, createdAt, lastUsedAt, expiresAt }) => ({
    keyId: id,
    name,
    scopes: scopes as KeyScope[], // Only createKey writes it, from this type.
    ending,
    createdAt,
    lastUsedAt,
    expiresAt,
  }))
}
