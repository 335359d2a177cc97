import type { Database, DatabaseTransaction } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'

/** The account of a browser session or of an API key; recorded with each change. */
export type Actor = { accountId: string; sessionId?: string; keyId?: string }

export type OwnSeller = { id: string; handle: string; revision: number }

export const shopOf = ({ accountId }: Actor) => ({ accountId })

/**
 * Locks the actor's own shop until the transaction ends, and raises its revision by one. Every change of what is served
 * starts with this: changes of one shop then follow each other, and an instance that has loaded a revision has loaded
 * everything before it. Fails with `SHOP_CLOSED` for a closed shop.
 */
export async function changeOwnShop(transaction: DatabaseTransaction, actor: Actor): Promise<OwnSeller> {
  const rows = await transaction.$queryRaw<(OwnSeller & Closable)[]>`
    UPDATE sellers SET revision = revision + 1 WHERE account_id = ${actor.accountId}::uuid
    RETURNING id, handle, revision, closed_at AS "closedAt"`
  const [shop] = rows
  if (!shop) return refuseNonSeller()
  refuseClosed(shop)
  return shop
}

type Closable = { closedAt: Date | null }

function refuseClosed({ closedAt }: Closable): void {
  if (closedAt !== null) throw new DomainError('SHOP_CLOSED', say('shopClosed'))
}

/**
 * Locks the actor's own shop until the transaction ends, for changes that must not run at the same time but change
 * nothing that is served. Returns the shop's id. Fails with `SELLER_NOT_FOUND` where the actor has none, and with `SHOP_CLOSED` for a
 * closed shop, except for acts on money that it has taken.
 */
export async function lockOwnShop(
  transaction: DatabaseTransaction,
  actor: Actor,
  { isAboutMoney = false } = {},
): Promise<string> {
  const rows = await transaction.$queryRaw<({ id: string } & Closable)[]>`
    SELECT id, closed_at AS "closedAt" FROM sellers WHERE account_id = ${actor.accountId}::uuid FOR UPDATE`
  const [shop] = rows
  if (!shop) return refuseNonSeller()
  if (!isAboutMoney) refuseClosed(shop)
  return shop.id
}

/** The actor's own seller. Fails with `SELLER_NOT_FOUND` for an account without a shop. */
export async function getOwnSeller(database: Database | DatabaseTransaction, actor: Actor): Promise<OwnSeller> {
  const seller = await database.seller.findUnique({
    where: shopOf(actor),
    select: { id: true, handle: true, revision: true },
  })
  return seller ?? refuseNonSeller()
}

function refuseNonSeller(): never {
  throw new DomainError('SELLER_NOT_FOUND', say('sellerNone'))
}
