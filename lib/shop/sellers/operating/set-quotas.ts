import { z } from 'zod'
import type { Prisma } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import type { Actor } from '../actor'
import { recordChange } from '../audit/record-change'
import { parseInput } from '../input-refused-error'
import type { SellersContext } from '../ports'
import { ownQuotas } from '../quotas/quotas'
import { requireOperator } from './require-operator'

const shopQuotasInput = z
  .object({
    handle: z.string().trim().max(40).describe('The name of the shop in its address.'),
    quotas: ownQuotas.describe('What is left out is as configured for all shops.'),
  })
  .strict()

/**
 * Sets one shop's limits; omitted ones return to the configuration. Nothing that the shop already has is removed. Fails
 * with `OPERATOR_REQUIRED` or `SHOP_NOT_FOUND`.
 */
export async function setQuotas(context: SellersContext, actor: Actor, input: unknown): Promise<void> {
  await requireOperator(context, actor)
  const { handle, quotas } = parseInput(shopQuotasInput, input)
  const after = compact(quotas)
  await context.database.$transaction(async (transaction) => {
    const shops = await transaction.$queryRaw<{ id: string; quotas: unknown }[]>`
      SELECT id, quotas FROM sellers WHERE handle = ${handle} FOR UPDATE`
    const shop = shops[0]
    if (!shop) throw new DomainError('SHOP_NOT_FOUND', say('shopUnknown'))
    const before = compact(ownQuotas.parse(shop.quotas))
    if (JSON.stringify(before) === JSON.stringify(after)) return
    await transaction.seller.update({ where: { id: shop.id }, data: { quotas: after } })
    const change = { at: context.clock(), sellerId: shop.id, act: 'quotas.set', subject: handle } as const
    await recordChange(transaction, actor, { ...change, before, after })
  })
}

/** Only the limits that are set, in the schema's order. */
const compact = (quotas: z.infer<typeof ownQuotas>): Prisma.InputJsonObject =>
  Object.fromEntries(Object.entries(quotas).filter(([, value]) => value !== undefined))
