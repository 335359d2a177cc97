import type { DatabaseTransaction, Prisma } from '@/lib/base/infra/database'
import type { Actor } from '../actor'

export type Change = {
  at: Date
  /** The shop that the change is in; null for the site as a whole. */
  sellerId: string | null
  act: AuditAct
  subject: string
  /** Never holds a secret, nor a URL with one in it. */
  before?: Prisma.InputJsonObject
  after?: Prisma.InputJsonObject
  wallet?: string
}

/** Records a change and its actor. Joins the transaction of the change, so that neither exists without the other. */
export async function recordChange(transaction: DatabaseTransaction, actor: Actor, change: Change): Promise<void> {
  const { accountId, sessionId, keyId } = actor
  const who = { accountId, sessionId: sessionId ?? null, keyId: keyId ?? null }
  await transaction.auditEntry.create({ data: { ...change, ...who } })
}

export const toJsonObject = (facts: object): Prisma.InputJsonObject =>
  JSON.parse(JSON.stringify(facts)) as Prisma.InputJsonObject // An object goes in, so an object comes out.

type ListingAct = {
  key: string
  toolName: string | null
  wallet: string
  at: Date
  before: Prisma.InputJsonObject
  after: Prisma.InputJsonObject
}

/** Records an act that the payTo wallet signed about a listing; nothing where no shop here sells it. */
export async function recordListingAct(transaction: DatabaseTransaction, act: ListingAct): Promise<void> {
  const { key, toolName, ...change } = act
  const route = await transaction.storedRoute.findFirst({
    where: { OR: [{ listingKey: key }, ...(toolName === null ? [] : [{ toolName }])] },
    select: { id: true, seller: { select: { id: true, accountId: true } } },
  })
  if (!route) return
  const { id: sellerId, accountId } = route.seller
  await recordChange(transaction, { accountId }, { ...change, sellerId, act: 'listing.changed', subject: route.id })
}

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

/** Every act that is recorded now; earlier rows may hold acts that nothing does any more. */
type AuditAct =
  | 'shop.opened'
  | 'shop.described'
  | 'shop.closed'
  | 'shop.suspended'
  | 'shop.resumed'
  | 'payee.set'
  | 'key.made'
  | 'key.revoked'
  | 'route.made'
  | 'route.changed'
  | 'route.moved'
  | 'upstream_key.made'
  | 'gateway.saved'
  | 'gateway.removed'
  | 'file.saved'
  | 'listing.changed'
  | 'route.suspended'
  | 'route.resumed'
  | 'listing.suspended'
  | 'listing.resumed'
  | 'refund.promised'
  | 'refund.confirmed'
  | 'refund.cancelled'
  | 'claim.asked'
  | 'webhook.added'
  | 'webhook.removed'
  | 'mail.set'
  | 'mail.removed'
  | 'wallet.added'
  | 'wallet.left'
