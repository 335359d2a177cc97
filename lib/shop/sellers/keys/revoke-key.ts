import { DomainError } from '@/lib/base/infra/domain-error'
import { isUuid } from '@/lib/base/infra/is-uuid'
import { say } from '@/lib/base/sentences/say'
import { type Actor, shopOf } from '../actor'
import { recordChange } from '../audit/record-change'
import type { SellersContext } from '../ports'

/** Revokes a key at once. Fails with `KEY_NOT_FOUND`, also for one that was revoked before. */
export async function revokeKey({ database, clock }: SellersContext, actor: Actor, keyId: string): Promise<void> {
  if (!isUuid(keyId)) throw notFound()
  const at = clock()
  const where = { id: keyId, revokedAt: null, seller: shopOf(actor) }
  await database.$transaction(async (transaction) => {
    const [key] = await transaction.sellerKey.updateManyAndReturn({ where, data: { revokedAt: at } })
    if (!key) throw notFound()
    const { sellerId, name, scopes } = key
    const change = { at, sellerId, act: 'key.revoked', subject: keyId, before: { name, scopes } } as const
    await recordChange(transaction, actor, change)
  })
}

const notFound = () => new DomainError('KEY_NOT_FOUND', say('keyUnknown'))
