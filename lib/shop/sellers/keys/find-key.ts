import type { Actor } from '../actor'
import type { SellersContext } from '../ports'
import { hashSecret, keySecret } from '../secret-form'
import type { KeyScope } from './scopes'

export type FoundKey = { keyId: string; sellerId: string; actor: Actor; scopes: ReadonlySet<KeyScope> }

/** Keys that have no end, or have it ahead. */
export const notExpired = (now: Date) => ({ OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] })

const USE_IS_NOTED_EVERY_MS = 60_000

/** The shop and the scopes of a secret's key; null when it is unknown, revoked or expired. Records the use, to the minute. */
export async function findKey(
  { database, clock }: Pick<SellersContext, 'database' | 'clock'>,
  secret: string,
): Promise<FoundKey | null> {
  if (!keySecret.is(secret)) return null
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
