import { type Database, Prisma } from '@/lib/base/infra/database'
import type { PassAccess } from './has-paid'
import { passPaymentsSql } from './pass-payments-sql'
import type { Cover } from './right'

/** The first of the covering passes that one of these payments bought and that has not ended; null for none. */
export async function findPassOfPayments(
  database: Database,
  payments: readonly string[],
  covering: readonly Cover[],
): Promise<(PassAccess & { payer: string }) | null> {
  if (payments.length === 0 || covering.length === 0) return null
  const covers = JSON.stringify(covering.map(({ passId, until }, rank) => ({ rank, id: passId, until })))
  const ofPayer = Prisma.sql`payer_identity = own.payer_identity AND network = own.network AND route_id = cover.id
    AND (cover.until IS NULL OR settled_at < cover.until)`
  const rows = await database.$queryRaw<(PassAccess & { payer: string })[]>`
    SELECT cover.id AS "passId", held.id::text AS "paymentId", held.payer_identity AS "payerIdentity", held.network,
      own.payer
    FROM payments AS own JOIN jsonb_to_recordset(${covers}::jsonb) AS cover(rank int, id text, until timestamptz)
      ON own.route_id = cover.id AND own.pass_seconds IS NOT NULL
    CROSS JOIN LATERAL (${passPaymentsSql(ofPayer)}) AS held
    WHERE own.id = ANY(${[...payments]}::uuid[]) AND own.right_ended_at IS NULL AND held.pass_until > now()
    ORDER BY cover.rank, held.settled_at DESC LIMIT 1`
  return rows[0] ?? null
}
