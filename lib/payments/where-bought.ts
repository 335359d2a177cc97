import { Prisma } from '@/lib/base/infra/database'
import { reasons } from '@/lib/base/x402/reasons'

/** SQL: payments that bought something here, also where the content was given up and the money is owed back. */
export const whereBought = Prisma.raw(
  `(status = 'settled' OR (status = 'received' AND reason = '${reasons.deliveryExhausted}'))`,
)
