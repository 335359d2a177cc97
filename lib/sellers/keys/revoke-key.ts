import { DomainError } from '@/lib/infra/domain-error'
import type { Actor } from '../actor'
import { isUuid } from '../get-route'
import type { SellersContext } from '../ports'

/** Ends a key at once. Fails with `KEY_NOT_FOUND`, also for one that was revoked before. */
export async function revokeKey({ database, clock }: SellersContext, actor: Actor, keyId: string): Promise<void> {
  const where = { id: keyId, revokedAt: null, seller: { accountId: actor.accountId } }
  const { count } = isUuid(keyId)
    ? await database.sellerKey.updateMany({ where, data: { revokedAt: clock() } })
    : { count: 0 }
  if (count === 0) throw new DomainError('KEY_NOT_FOUND', 'Your shop has no such key in force.')
}
