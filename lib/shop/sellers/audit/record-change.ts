import type { DatabaseTransaction, Prisma } from '@/lib/base/infra/database'
import type { Actor } from '../actor'
import type { AuditAct } from './acts'

export type Change = {
  at: Date
  /** The shop that the change is in; null for the site as a whole. */
  sellerId: string | null
  act: AuditAct
  /** The changed id, network or address. */
  subject: string
  /** Never holds a secret, nor a URL with one in it. */
  before?: Prisma.InputJsonObject
  after?: Prisma.InputJsonObject
  /** The address that signed the change, where one had to. */
  wallet?: string
}

/** Records a change and its actor. Joins the transaction of the change, so that neither exists without the other. */
export async function recordChange(transaction: DatabaseTransaction, actor: Actor, change: Change): Promise<void> {
  const { accountId, sessionId, keyId } = actor
  const who = { accountId, sessionId: sessionId ?? null, keyId: keyId ?? null }
  await transaction.auditEntry.create({ data: { ...change, ...who } })
}

/** An object as JSON keeps it. */
export const toJsonObject = (facts: object): Prisma.InputJsonObject =>
  JSON.parse(JSON.stringify(facts)) as Prisma.InputJsonObject // An object goes in, so an object comes out.

type ListingAct = {
  /** The catalog's key of the listing. */
  key: string
  toolName: string | null
  /** The payTo wallet that signed the act. */
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
