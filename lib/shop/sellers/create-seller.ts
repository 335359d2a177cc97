import { z } from 'zod'
import type { DatabaseTransaction } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { ruled, say } from '@/lib/base/sentences/say'
import type { Actor } from './actor'
import { recordChange } from './audit/record-change'
import { parseInput } from './input-refused-error'
import { isOperating } from './operating/require-operator'
import { findPayable, ownPayees, setOwnPayees } from './payments/own-payees'
import type { SellersContext } from './ports'
import { isShopHandle } from './shop-handle'
import { shopName } from './storefront/profile-input'

/** Names that could be mistaken for the site itself. */
const reservedHandles = new Set(['admin', 'api', 'dashboard', 'facilitator', 'support', 'turnpike', 'www'])

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
    const rows = await transaction.$queryRaw<{ id: string }[]>`
      INSERT INTO sellers (id, account_id, handle, name, created_at)
      VALUES (gen_random_uuid(), ${accountId}::uuid, ${handle}, ${name}, ${at})
      ON CONFLICT DO NOTHING RETURNING id`
    const sellerId = rows[0]?.id
    if (sellerId === undefined) throw await findConflict(transaction, { accountId, handle })
    await recordChange(transaction, actor, { at, sellerId, act: 'shop.opened', subject: handle, after: { name } })
    await setOwnPayees(context, transaction, actor, { sellerId, payees, at })
    return { sellerId, handle }
  })
}

/** Whether the actor may open a shop; operators always may. */
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
