import { type Database, Prisma } from '@/lib/base/infra/database'
import { passPaymentsSql } from './pass-payments-sql'
import type { Cover } from './right'
import { type Owner, ownsNothing, whereOwner } from './where-payer'

/** SQL: payers of an owner's payments for passes. */
const payersOf = (owner: Owner) => Prisma.sql`(
  SELECT payer_identity FROM payments WHERE ${whereOwner(owner)} AND pass_seconds IS NOT NULL)`

/** Until when the owner's passes open what each of these covers; null where none does. By the database's clock. */
export async function findHeldPasses(
  database: Database,
  owner: Owner,
  covers: readonly Cover[],
): Promise<(Date | null)[]> {
  if (ownsNothing(owner) || covers.length === 0) return covers.map(() => null)
  const asked = JSON.stringify(covers.map(({ passId, until }, place) => ({ place, id: passId, until })))
  const rows = await database.$queryRaw<{ place: number; until: Date }[]>`
    SELECT cover.place, max(held.pass_until) AS until
    FROM jsonb_to_recordset(${asked}::jsonb) AS cover(place int, id text, until timestamptz)
    CROSS JOIN LATERAL (${passPaymentsSql(Prisma.sql`payer_identity IN ${payersOf(owner)} AND route_id = cover.id
      AND (cover.until IS NULL OR settled_at < cover.until)`)}) AS held
    WHERE held.pass_until > now() GROUP BY cover.place`
  const ends = new Map(rows.map(({ place, until }) => [place, until]))
  return covers.map((_, place) => ends.get(place) ?? null)
}

/** Whether the owner has ever bought a pass, so that nothing more need be asked for all others. */
export async function hasBoughtPass(database: Database, owner: Owner): Promise<boolean> {
  if (ownsNothing(owner)) return false
  const rows = await database.$queryRaw<object[]>`
    SELECT id FROM payments WHERE ${whereOwner(owner)} AND pass_seconds IS NOT NULL LIMIT 1`
  return rows.length > 0
}
