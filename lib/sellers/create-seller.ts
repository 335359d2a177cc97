import { z } from 'zod'
import { DomainError } from '@/lib/infra/domain-error'
import type { Actor } from './actor'
import { recordChange } from './audit/record-change'
import { parseInput } from './input-refused-error'
import type { SellersContext } from './ports'
import { isShopHandle } from './shop-handle'

/** Names that could pass for the site itself. */
const reservedHandles = new Set(['admin', 'api', 'dashboard', 'facilitator', 'support', 'turnpike', 'www'])

const sellerInput = z
  .object({
    handle: z
      .string()
      .refine(isShopHandle, 'Use 2 to 32 small letters, digits and inner hyphens.')
      .refine((handle) => !reservedHandles.has(handle), 'This name is kept for the site.'),
    name: z.string().trim().min(1, 'Give the shop a name.').max(80, 'Use at most 80 characters.'),
  })
  .strict()

export type NewSeller = { sellerId: string; handle: string }

/**
 * Opens the actor's shop. One per account; the handle stays for good, since payments and purchases are kept under it.
 * Fails with `HANDLE_TAKEN` or `SELLER_EXISTS`.
 */
export async function createSeller(
  { database, clock }: SellersContext,
  actor: Actor,
  input: unknown,
): Promise<NewSeller> {
  const { handle, name } = parseInput(sellerInput, input)
  const { accountId } = actor
  const at = clock()
  const sellerId = await database.$transaction(async (transaction) => {
    const rows = await transaction.$queryRaw<{ id: string }[]>`
      INSERT INTO sellers (id, account_id, handle, name, created_at)
      VALUES (gen_random_uuid(), ${accountId}::uuid, ${handle}, ${name}, ${at})
      ON CONFLICT DO NOTHING RETURNING id`
    const id = rows[0]?.id ?? null
    if (id)
      await recordChange(transaction, actor, { at, sellerId: id, act: 'shop.opened', subject: handle, after: { name } })
    return id
  })
  if (sellerId) return { sellerId, handle }
  const own = await database.seller.findUnique({ where: { accountId }, select: { handle: true } })
  throw own
    ? new DomainError('SELLER_EXISTS', `You sell here already, as "${own.handle}".`)
    : new DomainError('HANDLE_TAKEN', `"${handle}" is taken. Choose another name for the address.`)
}
