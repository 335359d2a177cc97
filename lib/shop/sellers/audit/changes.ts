import { z } from 'zod'
import type { Database, DatabaseTransaction, Prisma } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import { id, nextCursor, time } from '@/lib/base/x402/views'
import { type Actor, getOwnSeller } from '../actor'
import type { SellersContext } from '../ports'
import { pageOf, pageQuery, viewOf } from '../views'

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

type ListingAct = Pick<Change, 'at' | 'before' | 'after' | 'wallet'> & { key: string; toolName: string | null }

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
  | `shop.${'opened' | 'described' | 'closed' | 'suspended' | 'resumed'}`
  | `route.${'made' | 'changed' | 'moved' | 'suspended' | 'resumed'}`
  | `listing.${'changed' | 'suspended' | 'resumed'}`
  | `gateway.${'saved' | 'removed'}`
  | `refund.${'promised' | 'confirmed' | 'cancelled'}`
  | `webhook.${'added' | 'removed'}`
  | `wallet.${'added' | 'left'}`
  | `key.${'made' | 'revoked'}`
  | `mail.${'set' | 'removed'}`
  | 'payee.set'
  | 'upstream_key.made'
  | 'file.saved'
  | 'claim.asked'

export const changePageQuery = z
  .object({
    ...pageQuery,
    kind: z.string().max(40).optional().describe('What the change is about: the first part of `act`, such as `payee`.'),
  })
  .strict()

export const siteChangePageQuery = changePageQuery.extend({ shop: z.string().max(40).optional() })
type ChangesPage = Partial<z.output<typeof siteChangePageQuery>>

const changeShape = z.object({
  changeId: id,
  at: time,
  act: z.string().describe('Such as `payee.set` or `key.made`.'),
  subject: z.string().describe('An id, a network or an address.'),
  before: z.record(z.unknown()).nullable(),
  after: z.record(z.unknown()).nullable(),
  /** A wallet where it acted by its signature only. */
  by: z.enum(['key', 'session', 'wallet', 'operator']),
  keyId: id.nullable(),
  sessionId: id.nullable(),
  wallet: z.string().nullable().describe('What signed the change, where it had to be signed.'),
})
type ChangeView = z.infer<typeof changeShape>

export const changePageShape = z.object({ changes: z.array(changeShape), nextCursor })

export async function listChanges(
  context: SellersContext,
  actor: Actor,
  page: Omit<ChangesPage, 'shop'>,
): Promise<z.infer<typeof changePageShape>> {
  const { id: sellerId } = await getOwnSeller(context.database, actor)
  const { entries, nextCursor } = await readEntries(context.database, { ...page, sellerId })
  // Account, session and key of an operator are not shown.
  const shown = entries.map((change) =>
    change.by === 'operator' ? { ...change, sessionId: null, keyId: null } : change,
  )
  const changes = shown.map((change) => viewOf(changeShape, change))
  return { changes, nextCursor }
}

const siteChangeShape = changeShape.extend({ accountId: id, handle: z.string().nullable() })
type SiteChange = z.infer<typeof siteChangeShape>
export const siteChangePageShape = z.object({ changes: z.array(siteChangeShape), nextCursor })

export async function listAllChanges(
  { database }: SellersContext,
  { shop, ...page }: ChangesPage,
): Promise<z.infer<typeof siteChangePageShape>> {
  const seller = shop === undefined ? null : await findShop(database, shop)
  const { entries, nextCursor } = await readEntries(database, { ...(seller && { sellerId: seller.id }), ...page })
  return { changes: entries, nextCursor }
}

async function findShop(database: Database, handle: string): Promise<{ id: string }> {
  const seller = await database.seller.findUnique({ where: { handle }, select: { id: true } })
  if (!seller) throw new DomainError('SHOP_NOT_FOUND', say('shopUnknown'))
  return seller
}

const OPERATOR_ACT = /^(shop|route|listing)\.(suspended|resumed)$/

async function readEntries(
  database: Database,
  { sellerId, cursor, limit = 50, kind }: Omit<ChangesPage, 'shop'> & { sellerId?: string },
) {
  const rows = await database.auditEntry.findMany({
    where: {
      ...(sellerId && { sellerId }),
      ...(cursor !== undefined && { id: { lt: cursor } }),
      ...(kind !== undefined && { act: { startsWith: `${kind}.` } }),
    },
    orderBy: { id: 'desc' },
    take: limit + 1,
  })
  const { shown, nextCursor } = pageOf(rows, limit, ({ id }) => id)
  const sellerIds = [...new Set(shown.flatMap((row) => row.sellerId ?? []))]
  const shops = await database.seller.findMany({ where: { id: { in: sellerIds } }, select: { id: true, handle: true } })
  const handles = new Map(shops.map(({ id, handle }) => [id, handle]))
  const entries = shown.map((row): SiteChange => {
    // Only recordChange writes these, from these types.
    const { act, before, after } = row as Pick<ChangeView, 'act' | 'before' | 'after'>
    const isByWallet = row.wallet !== null && row.sessionId === null
    const by = OPERATOR_ACT.test(act) ? 'operator' : row.keyId !== null ? 'key' : isByWallet ? 'wallet' : 'session'
    const handle = handles.get(row.sellerId ?? '') ?? null
    return viewOf(siteChangeShape, { ...row, before, after, changeId: row.id, by, handle })
  })
  return { entries, nextCursor }
}
