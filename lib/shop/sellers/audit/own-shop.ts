import { type DatabaseTransaction, type Sql, sql } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import { type Actor, type OwnSeller, refuseNonSeller } from '../actor'
import type { SellersContext } from '../ports'
import { type Change, recordChange } from './changes'

/** The actor's own shop, locked until the transaction ends. */
export type LockedShop = Omit<OwnSeller, 'id'> & {
  sellerId: string
  transaction: DatabaseTransaction
  now: Date
  /** Records a change and its actor. */
  record: (act: Change['act'], subject: string, facts?: Pick<Change, 'before' | 'after' | 'wallet'>) => Promise<void>
}

type ShopContext = Pick<SellersContext, 'database' | 'clock'>
type ShopWork<T> = (shop: LockedShop) => Promise<T>

/**
 * Changes what the actor's own shop serves, in one transaction that raises its revision by one: changes of one shop then
 * follow each other, and an instance that has loaded a revision has loaded everything before it. Fails with
 * `SELLER_NOT_FOUND` where the actor has no shop, and with `SHOP_CLOSED` for a closed one.
 */
export const changeShop = <T>(
  context: ShopContext,
  actor: Actor,
  work: ShopWork<T>,
  limits?: { timeout: number },
): Promise<T> =>
  context.database.$transaction(async (transaction) => {
    const locking = sql`UPDATE sellers SET revision = revision + 1 WHERE account_id = ${actor.accountId}::uuid
      RETURNING id AS "sellerId", handle, revision, closed_at AS "closedAt"`
    return work(await lockShop(context, actor, { transaction, locking, isAboutMoney: false }))
  }, limits)

/**
 * Works in one transaction that locks the actor's own shop, for changes that must not run at the same time but change
 * nothing that is served. Fails as `changeShop` does; a closed shop is open to acts on money that it has taken.
 */
export const inOwnShop = <T>(
  context: ShopContext,
  actor: Actor,
  work: ShopWork<T>,
  { isAboutMoney = false } = {},
): Promise<T> =>
  context.database.$transaction(async (transaction) => {
    // Rows that refer to the shop may be added beside it.
    const locking = sql`SELECT id AS "sellerId", handle, revision, closed_at AS "closedAt" FROM sellers
      WHERE account_id = ${actor.accountId}::uuid FOR NO KEY UPDATE`
    return work(await lockShop(context, actor, { transaction, locking, isAboutMoney }))
  })

type LockedRow = { sellerId: string; handle: string; revision: number; closedAt: Date | null }

async function lockShop(
  { clock }: ShopContext,
  actor: Actor,
  { transaction, locking, isAboutMoney }: { transaction: DatabaseTransaction; locking: Sql; isAboutMoney: boolean },
): Promise<LockedShop> {
  const [shop] = await transaction.rows<LockedRow>(sql`${locking}`)
  if (!shop) return refuseNonSeller()
  const { closedAt, ...own } = shop
  if (closedAt !== null && !isAboutMoney) throw new DomainError('SHOP_CLOSED', say('shopClosed'))
  const now = clock()
  return {
    ...own,
    transaction,
    now,
    record: (act, subject, facts) =>
      recordChange(transaction, actor, { at: now, sellerId: own.sellerId, act, subject, ...facts }),
  }
}
