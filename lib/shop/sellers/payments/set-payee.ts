import type { DatabaseTransaction } from '@/lib/base/infra/database'
import type { Actor, OwnSeller } from '../actor'
import { recordChange } from '../audit/record-change'

export type PayeeChange = { network: string; before: string | null; address: string; wallet: string; at: Date }

/** Sets a confirmed payout address for every route of the shop. The caller has locked it. */
export async function setPayee(
  transaction: DatabaseTransaction,
  actor: Actor,
  { id: sellerId, revision }: OwnSeller,
  { network, before, address, wallet, at }: PayeeChange,
): Promise<void> {
  const key = { sellerId, network }
  await transaction.sellerPayee.upsert({
    where: { sellerId_network: key },
    create: { ...key, address, confirmedAt: at },
    update: { address, confirmedAt: at },
  })
  await transaction.storedRoute.updateMany({ where: { sellerId, state: { not: 'archived' } }, data: { revision } })
  const change = { at, sellerId, act: 'payee.set', subject: network, wallet } as const
  await recordChange(transaction, actor, { ...change, before: { address: before }, after: { address } })
}
