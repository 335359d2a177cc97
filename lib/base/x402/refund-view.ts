import { z } from 'zod'
import { atomic, id, time } from './answer-parts'

export const refundShape = z.object({
  refundId: id,
  paymentId: id,
  network: z.string(),
  asset: z.string(),
  amountAtomic: atomic,
  status: z.enum(['promised', 'confirmed']),
  transaction: z.string().nullable(),
  createdAt: time,
  confirmedAt: time.nullable(),
})
export type RefundView = z.infer<typeof refundShape>
