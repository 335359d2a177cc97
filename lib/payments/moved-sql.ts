import { Prisma } from '@/lib/base/infra/database'
import { isConfirmed } from './refunded-sql'
import { whereShop } from './where-shop'

export type ShopRange = { sellerId: string; handle: string; from: Date; until: Date }

/** SQL: that a time lies in the range. `time` is a column. */
export const within = ({ from, until }: Pick<ShopRange, 'from' | 'until'>, time: string): Prisma.Sql =>
  Prisma.sql`${Prisma.raw(time)} >= ${from} AND ${Prisma.raw(time)} < ${until}`

/** SQL, after FROM: the payments that brought the shop money in the range. */
export const cameInSql = (range: ShopRange): Prisma.Sql =>
  Prisma.sql`payments WHERE ${whereShop(range.handle)} AND status IN ('settled', 'received') AND ${within(range, 'settled_at')}`

/** SQL, after FROM: the shop's refunds, with their payments. */
export const refundsOfSql = ({ sellerId, handle }: ShopRange): Prisma.Sql =>
  Prisma.sql`refunds JOIN payments ON payments.id = refunds.payment_id
    WHERE refunds.seller_id = ${sellerId}::uuid AND ${whereShop(handle)}`

/** SQL, after FROM: the refunds that the chain showed in the range, with their payments. */
export const givenBackSql = (range: ShopRange): Prisma.Sql =>
  Prisma.sql`${refundsOfSql(range)} AND ${isConfirmed} AND ${within(range, 'confirmed_at')}`
