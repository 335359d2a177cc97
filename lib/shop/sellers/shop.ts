import { z } from 'zod'
import { type Database, type DatabaseTransaction, isUniqueViolation, sql } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { ruled, say } from '@/lib/base/sentences/say'
import { isAddress } from '@/lib/base/x402/addresses'
import { familyOf } from '@/lib/base/x402/networks'
import { id, time } from '@/lib/base/x402/views'
import { countUndecided, listOwedPayments } from '@/lib/payments/unfinished-payments'
import { type Actor, getOwnSeller, shopOf } from './actor'
import { recordChange } from './audit/changes'
import { changeShop } from './audit/own-shop'
import { InputRefusedError, parseInput } from './input-refused-error'
import { isOperating, routeSuspended, suspensionOf, suspensionShape } from './operating/suspensions'
import type { SellersContext } from './ports'
import { dropUnshown } from './routes/move-route'
import { isShopHandle } from './shop-handle'
import { profileInput, profileOf, profileVersion, shopName } from './storefront/profile'
import { viewOf } from './views'

const reservedHandles = new Set(['admin', 'api', 'dashboard', 'facilitator', 'support', 'turnpike', 'www'])

const ownPayees = z
  .array(z.object({ network: z.string().max(100), address: z.string().max(100) }).strict())
  .max(20)
  .refine((list) => new Set(list.map(({ network }) => network)).size === list.length)
  .default([])

type OwnPayee = z.infer<typeof ownPayees>[number]

const sellerInput = z
  .object({
    handle: z
      .string()
      .refine(isShopHandle, ruled('handleRule'))
      .refine((handle) => !reservedHandles.has(handle), ruled('nameKept')),
    name: shopName,
    /** Wallets of the account that get its money; those that cannot be paid now are left out. */
    payees: ownPayees,
  })
  .strict()

export type NewSeller = { sellerId: string; handle: string }

/**
 * Opens the actor's shop. One per account; the handle can never change, since payments and purchases are stored under
 * it. Fails with `HANDLE_TAKEN` or `SELLER_EXISTS`, and with `SIGN_UP_CLOSED` where only operators may.
 */
export async function createSeller(context: SellersContext, actor: Actor, input: unknown): Promise<NewSeller> {
  const { database, clock } = context
  const { handle, name, ...given } = parseInput(sellerInput, input)
  const payees = await findPayable(context, given.payees)
  const { accountId } = actor
  const at = clock()
  if (!(await mayOpenShop(context, actor))) throw new DomainError('SIGN_UP_CLOSED', say('signUpClosed'))
  return database.$transaction(async (transaction) => {
    const data = { accountId, handle, name, createdAt: at }
    const [made] = await transaction.seller.createManyAndReturn({ data, skipDuplicates: true })
    if (!made) throw await findConflict(transaction, { accountId, handle })
    const sellerId = made.id
    await recordChange(transaction, actor, { at, sellerId, act: 'shop.opened', subject: handle, after: { name } })
    await setOwnPayees(context, transaction, actor, { sellerId, payees, at })
    return { sellerId, handle }
  })
}

export const mayOpenShop = async (context: SellersContext, actor: Actor): Promise<boolean> =>
  context.signUp === 'open' || isOperating(context, actor)

async function findConflict(
  transaction: DatabaseTransaction,
  { accountId, handle }: { accountId: string; handle: string },
): Promise<DomainError> {
  const own = await transaction.seller.findUnique({ where: { accountId }, select: { handle: true } })
  return own
    ? new DomainError('SELLER_EXISTS', say('sellerExists', { handle: own.handle }))
    : new DomainError('HANDLE_TAKEN', say('handleTaken', { handle }))
}

/**
 * Leaves the payees that can be paid now. A network that is switched off, cannot be asked, or on which the wallet has no
 * account of the token is left out: its address is set later, on the page for that.
 */
async function findPayable(context: SellersContext, payees: OwnPayee[]): Promise<OwnPayee[]> {
  const asked = await Promise.all(
    payees.map(async (payee) => {
      if (!context.isSwitchedOn(payee.network) || !isAddress(payee.network, payee.address)) return []
      const fault = await context.findPayeeFault(payee.network, payee.address).catch(() => 'unknown')
      return fault === null ? [payee] : []
    }),
  )
  return asked.flat()
}

/**
 * Sets the payees of a shop that is being opened to wallets of its account, which its owner proved when signing in with
 * them. Refuses any other address: `confirmPayTo` takes those, with a signature.
 */
async function setOwnPayees(
  { confirmations }: SellersContext,
  transaction: DatabaseTransaction,
  actor: Actor,
  { sellerId, payees, at }: { sellerId: string; payees: OwnPayee[]; at: Date },
): Promise<void> {
  for (const { network, address } of payees) {
    // A contract wallet counts only on the network where it was proven.
    const scopes = [familyOf(network) ?? network, network]
    let isOwn = false
    for (const scope of scopes) {
      isOwn ||= await confirmations.isWalletOf(transaction, { scope, address }, actor.accountId)
    }
    if (!isOwn) throw new InputRefusedError({ payees: say('payeeNotOwn', { address }) })
    await transaction.sellerPayee.create({ data: { sellerId, network, address, confirmedAt: at } })
    const change = { at, sellerId, act: 'payee.set', subject: network, wallet: address } as const
    await recordChange(transaction, actor, { ...change, before: { address: null }, after: { address } })
  }
}

export const sellerShape = z.object({
  suspension: suspensionShape,
  closedAt: time.nullable().describe('Since when the shop is closed by its owner; null while it is open.'),
  sellerId: id,
  handle: z.string(),
  name: z.string(),
  profile: profileInput,
  version: z.string().describe('Of the profile. As `ETag`, for `If-Match`.'),
  payees: z.array(z.object({ network: z.string(), address: z.string(), confirmedAt: time })),
})
export type SellerView = z.infer<typeof sellerShape>

export async function findSeller({ database }: SellersContext, actor: Actor): Promise<SellerView | null> {
  const seller = await database.seller.findUnique({
    where: shopOf(actor),
    include: {
      payees: { select: { network: true, address: true, confirmedAt: true }, orderBy: { network: 'asc' } },
    },
  })
  if (!seller) return null
  return viewOf(sellerShape, {
    ...seller,
    sellerId: seller.id,
    profile: profileOf(seller),
    version: profileVersion(seller),
    suspension: suspensionOf(seller),
  })
}

/** The name of the shop with this handle, for buyers; null for an unknown handle. */
export async function findShopName(database: Database, handle: string): Promise<string | null> {
  const seller = await database.seller.findUnique({ where: { handle }, select: { name: true } })
  return seller?.name ?? null
}

/** Handles of shops that sell something now, the newest first. */
export async function listHandles(database: Database, limit: number): Promise<string[]> {
  const rows = await database.seller.findMany({
    where: { suspendedReason: null, routes: { some: { state: 'live', suspendedReason: null } } },
    select: { handle: true },
    orderBy: { id: 'desc' },
    take: limit,
  })
  return rows.map(({ handle }) => handle)
}

const closing = z.object({ handle: z.string().trim().max(100) }).strict()

const MOST_COUNTED = 100

/**
 * Closes the actor's shop for ever: its routes are archived, its profile, payout addresses, keys, webhooks, mailbox,
 * gateways and upstream keys are deleted, and `eraseArchived` deletes texts and files. Its payments stay, and can be
 * read and given back. The handle stays taken, since payments are filed under it. `handle` has to be typed. Refuses a
 * suspended shop, and one that owes a delivery or has an undecided payment.
 */
export async function closeShop(context: SellersContext, actor: Actor, input: unknown): Promise<void> {
  const { database } = context
  const { handle: typed } = parseInput(closing, input)
  const { id, handle } = await getOwnSeller(database, actor)
  if (typed !== handle) throw new InputRefusedError({ handle: say('closeTyped', { handle }) })
  const isGoneSql = () => sql`TRUE`
  const owed = await listOwedPayments(database, { handle, limit: MOST_COUNTED, isGoneSql })
  const count = owed.length + (await countUndecided(database, handle))
  if (count > 0) throw new InputRefusedError({ handle: say('closeOwed', { count }) })
  await changeShop(context, actor, async ({ transaction, revision, now: at, record }) => {
    const seller = await transaction.seller.findUniqueOrThrow({ where: { id } })
    const suspension = suspensionOf(seller)
    if (suspension) throw routeSuspended(suspension.reason)
    await transaction.storedRoute.updateMany({
      where: { sellerId: id, state: { not: 'archived' } },
      data: { state: 'archived', shape: null, toolName: null, revision, updatedAt: at, archivedAt: at },
    })
    await forgetBelongings(transaction, id)
    const profile = { name: handle, about: '', links: [], pictureId: null, invoiceTerms: {} }
    await transaction.seller.update({ where: { id }, data: { ...profile, closedAt: at } })
    if (seller.pictureId !== null) await dropUnshown(transaction, [seller.pictureId])
    await record('shop.closed', handle)
  })
}

async function forgetBelongings(transaction: DatabaseTransaction, sellerId: string): Promise<void> {
  const own = { where: { sellerId } }
  await transaction.gateway.deleteMany(own)
  await transaction.upstreamKey.deleteMany(own)
  await transaction.webhookEndpoint.deleteMany(own)
  await transaction.mailbox.deleteMany(own)
  await transaction.outboxItem.deleteMany(own)
  await transaction.sellerKey.deleteMany(own)
  await transaction.sellerReplay.deleteMany(own)
  await transaction.sellerPayee.deleteMany(own)
}

/**
 * Lets an account end. Fails with `SHOP_CLOSED` while its shop is open. Locks the shop until the transaction ends.
 */
export async function requireClosedShop(transaction: DatabaseTransaction, accountId: string): Promise<void> {
  const open = await transaction.rows<unknown>(sql`
    SELECT FROM sellers WHERE account_id = ${accountId}::uuid AND closed_at IS NULL FOR UPDATE`)
  if (open.length > 0) throw new DomainError('SHOP_CLOSED', say('shopStillOpen'))
}

/**
 * Moves the shop of an account that ends to the account that gets its last wallet. Fails with `SHOP_IN_THE_WAY` when
 * that account already has a shop, since an account has at most one.
 */
export async function handOverShop(
  transaction: DatabaseTransaction,
  { fromAccountId, toAccountId }: { fromAccountId: string; toAccountId: string },
): Promise<void> {
  // The new owner chooses where the shop gets its mail.
  await transaction.mailbox.deleteMany({ where: { seller: { accountId: fromAccountId } } })
  try {
    await transaction.seller.updateMany({ where: { accountId: fromAccountId }, data: { accountId: toAccountId } })
  } catch (error) {
    throw isUniqueViolation(error) ? inTheWay() : error
  }
}

const inTheWay = () => new DomainError('SHOP_IN_THE_WAY', say('bothHaveShops'))
