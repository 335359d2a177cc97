import { type Database, Prisma } from '@/lib/base/infra/database'
import { stillOpens } from './pass-payments-sql'
import type { Right } from './right'
import { whereBought } from './where-bought'
import { type Owner, whereOwner } from './where-payer'

/** The payment that gave a right. `payer` as it was written when it paid. */
export type GivingPayment = { paymentId: string; payer: string; settledAt: Date }

/** The owner's newest payment that gives that right and has not ended; null without one. By the database's clock. */
export async function findGivingPayment(
  database: Database,
  { owner, right }: { owner: Owner; right: Right },
): Promise<GivingPayment | null> {
  const rows = await database.$queryRaw<GivingPayment[]>(Prisma.sql`
    SELECT id::text AS "paymentId", payer, settled_at AS "settledAt" FROM payments
    WHERE ${whereOwner(owner)} AND entitlement_uri = ${right.name} AND ${whereBought} AND ${stillOpens}
    ORDER BY settled_at DESC LIMIT 1`)
  return rows[0] ?? null
}
