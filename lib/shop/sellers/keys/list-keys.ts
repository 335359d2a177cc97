import type { Actor } from '../actor'
import type { SellersContext } from '../ports'
import type { KeyScope } from './scopes'

/** A key as its owner sees it, without the secret. */
export type KeyView = {
  keyId: string
  name: string
  scopes: KeyScope[]
  /** The last four characters of the secret. */
  ending: string
  createdAt: Date
  /** To the minute; null before it was ever used. */
  lastUsedAt: Date | null
}

/** The actor's own shop's keys that are not revoked, oldest first. */
export async function listKeys({ database }: SellersContext, actor: Actor): Promise<KeyView[]> {
  const rows = await database.sellerKey.findMany({
    where: { revokedAt: null, seller: { accountId: actor.accountId } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return rows.map(({ id, name, scopes, ending, createdAt, lastUsedAt }) => ({
    keyId: id,
    name,
    scopes: scopes as KeyScope[], // Only createKey writes it, from this type.
    ending,
    createdAt,
    lastUsedAt,
  }))
}
