import type { DatabaseTransaction } from '@/lib/base/infra/database'
import type { Actor } from '../actor'
import { recordChange } from './record-change'

/** Records in the shops of both accounts that a wallet joined the actor's account, and left the other. */
export async function recordWalletLink(
  transaction: DatabaseTransaction,
  actor: Actor,
  link: { address: string; scope: string; signedBy: string; fromAccountId: string | null; at: Date },
): Promise<void> {
  const { address, scope, signedBy, fromAccountId, at } = link
  const shopOf = async (accountId: string) =>
    (await transaction.seller.findUnique({ where: { accountId }, select: { id: true } }))?.id ?? null
  const after = { scope }
  const added = { at, act: 'wallet.added', subject: address, after, wallet: signedBy } as const
  await recordChange(transaction, actor, { ...added, sellerId: await shopOf(actor.accountId) })
  if (fromAccountId === null) return
  const before = { scope }
  const left = { at, act: 'wallet.left', subject: address, before, wallet: address } as const
  await recordChange(transaction, { accountId: fromAccountId }, { ...left, sellerId: await shopOf(fromAccountId) })
}
