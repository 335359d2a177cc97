import { type Database, Prisma } from '@/lib/base/infra/database'
import { passPaymentsSql } from './pass-payments-sql'

/** When a payer's pass ends or ended, by its payments but this one; null without any. */
export async function findPassEnd(
  database: Database,
  { passId, payerIdentity, exceptId = null }: { passId: string; payerIdentity: string; exceptId?: string | null },
): Promise<Date | null> {
  const own = Prisma.sql`payer_identity = ${payerIdentity} AND route_id = ${passId} AND id IS DISTINCT FROM ${exceptId}::uuid`
  const rows = await database.$queryRaw<{ until: Date | null }[]>`
    SELECT max(pass_until) AS until FROM (${passPaymentsSql(own)}) AS passes`
  return rows[0]?.until ?? null
}
