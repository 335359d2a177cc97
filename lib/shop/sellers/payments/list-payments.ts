import { z } from 'zod'
import { isUuid } from '@/lib/base/infra/is-uuid'
import { ruled } from '@/lib/base/sentences/say'
import { nextCursor } from '@/lib/base/x402/answer-parts'
import { paymentShape } from '@/lib/base/x402/payment-view'
import type { Actor } from '../actor'
import { parseInput } from '../input-refused-error'
import type { SellersContext } from '../ports'
import { openPayments, paymentFilter } from './find-payments'

export const paymentPageInput = paymentFilter.extend({
  cursor: z
    .string()
    .refine((text) => readCursor(text) !== null, ruled('cursorInvalid'))
    .optional(),
  limit: z.number().int().min(1).max(200).default(50),
})

export const paymentPageShape = z.object({ payments: z.array(paymentShape), nextCursor })
type PaymentPage = z.infer<typeof paymentPageShape>

/**
 * Every attempt to pay the actor's routes, newest first, page by page; new ones do not shift the pages. Fails with
 * `ROUTE_NOT_FOUND` for a route that is not the actor's.
 */
export async function listPayments(context: SellersContext, actor: Actor, input: unknown): Promise<PaymentPage> {
  const { cursor, limit, ...filter } = parseInput(paymentPageInput, input)
  const find = await openPayments(context, actor, filter)
  const rows = await find(cursor === undefined ? null : readCursor(cursor), limit + 1)
  const payments = rows.slice(0, limit)
  const last = payments.at(-1)
  const nextCursor = rows.length > limit && last ? `${last.claimedAt.getTime()}.${last.paymentId}` : null
  return { payments, nextCursor }
}

function readCursor(text: string): { claimedAt: Date; paymentId: string } | null {
  const [, time, paymentId] = /^(\d{1,14})\.(.{36})$/.exec(text) ?? []
  if (time === undefined || paymentId === undefined || !isUuid(paymentId)) return null
  return { claimedAt: new Date(Number(time)), paymentId }
}
