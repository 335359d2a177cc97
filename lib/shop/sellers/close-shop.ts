import { z } from 'zod'
import { type DatabaseTransaction, Prisma } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import { countUndecided } from '@/lib/payments/list-open-payments'
import { listOwedPayments } from '@/lib/payments/list-owed-payments'
import { type Actor, changeOwnShop, getOwnSeller } from './actor'
import { recordChange } from './audit/record-change'
import { InputRefusedError, parseInput } from './input-refused-error'
import type { SellersContext } from './ports'
import { dropUnshown } from './routes/erase-archived'
import { routeSuspended, suspensionOf } from './suspensions/suspension'

const closing = z.object({ handle: z.string().trim().max(100) }).strict()

const MOST_COUNTED = 100

/**
 * Closes the actor's shop for ever: its routes are archived, its profile, payout addresses, keys, webhooks, mailbox,
 * gateways and upstream keys are deleted, and `eraseArchived` deletes texts and files. Its payments stay, and can be
 * read and given back. The handle stays taken, since payments are filed under it. `handle` has to be typed. Refuses a
 * suspended shop, and one that owes a delivery or has an undecided payment.
 */
export async function closeShop(context: SellersContext, actor: Actor, input: unknown): Promise<void> {
  const { database, clock } = context
  const { handle: typed } = parseInput(closing, input)
  const { id, handle } = await getOwnSeller(database, actor)
  if (typed !== handle) throw new InputRefusedError({ handle: say('closeTyped', { handle }) })
  const isGoneSql = () => Prisma.sql`TRUE`
  const owed = await listOwedPayments(database, { handle, limit: MOST_COUNTED, isGoneSql })
  const count = owed.length + (await countUndecided(database, handle))
  if (count > 0) throw new InputRefusedError({ handle: say('closeOwed', { count }) })
  await database.$transaction(async (transaction) => {
    const { revision } = await changeOwnShop(transaction, actor)
    const seller = await transaction.seller.findUniqueOrThrow({ where: { id } })
    const suspension = suspensionOf(seller)
    if (suspension) throw routeSuspended(suspension.reason)
    const at = clock()
    await transaction.storedRoute.updateMany({
      where: { sellerId: id, state: { not: 'archived' } },
      data: { state: 'archived', shape: null, toolName: null, revision, updatedAt: at, archivedAt: at },
    })
    await forgetBelongings(transaction, id)
    const profile = { name: handle, about: '', links: [], pictureId: null }
    await transaction.seller.update({ where: { id }, data: { ...profile, closedAt: at } })
    if (seller.pictureId !== null) await dropUnshown(transaction, [seller.pictureId])
    await recordChange(transaction, actor, { at, sellerId: id, act: 'shop.closed', subject: handle })
  })
}

async function forgetBelongings(transaction: DatabaseTransaction, sellerId: string): Promise<void> {
  const own = { where: { sellerId } }
  await transaction.gateway.deleteMany(own)
  await transaction.upstreamKey.deleteMany(own)
  await transaction.webhookEndpoint.deleteMany(own)
  await transaction.mailbox.deleteMany(own)
  await transaction.mailMessage.deleteMany(own)
  await transaction.sellerKey.deleteMany(own)
  await transaction.sellerReplay.deleteMany(own)
  await transaction.sellerPayee.deleteMany(own)
}

/**
 * Lets an account end. Fails with `SHOP_CLOSED` while its shop is open. Locks the shop until the transaction ends.
 */
export async function requireClosedShop(transaction: DatabaseTransaction, accountId: string): Promise<void> {
  const open = await transaction.$queryRaw<unknown[]>`
    SELECT FROM sellers WHERE account_id = ${accountId}::uuid AND closed_at IS NULL FOR UPDATE`
  if (open.length > 0) throw new DomainError('SHOP_CLOSED', say('shopStillOpen'))
}
