import { z } from 'zod'
import type { DatabaseTransaction } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { ruled, say } from '@/lib/base/sentences/say'
import { isAddress } from '@/lib/base/x402/addresses'
import { familyOf } from '@/lib/base/x402/networks'
import type { Actor } from './actor'
import { recordChange } from './audit/record-change'
import { InputRefusedError, parseInput } from './input-refused-error'
import { isOperating } from './operating/require-operator'
import type { SellersContext } from './ports'
import { isShopHandle } from './shop-handle'
import { shopName } from './storefront/profile-input'

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
  { confirmations }: Pick<SellersContext, 'confirmations'>,
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
