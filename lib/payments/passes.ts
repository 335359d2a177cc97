import { type Database, sql } from '@/lib/base/infra/database'
import type { PassAccess } from './has-paid'
import { type Owner, ownsNothing, passPaymentsSql, whereBought, whereOwner } from './payment-sql'
import type { Cover } from './right'

const payersOf = (owner: Owner) => sql`(
  SELECT payer_identity FROM payments WHERE ${whereOwner(owner)} AND pass_seconds IS NOT NULL)`

/** Until when the owner's passes open what each of these covers; null where none does. By the database's clock. */
export async function findHeldPasses(
  database: Database,
  owner: Owner,
  covers: readonly Cover[],
): Promise<(Date | null)[]> {
  if (ownsNothing(owner) || covers.length === 0) return covers.map(() => null)
  const asked = JSON.stringify(covers.map(({ passId, until }, place) => ({ place, id: passId, until })))
  const rows = await database.rows<{ place: number; until: Date }>(sql`
    SELECT cover.place, max(held.pass_until) AS until
    FROM jsonb_to_recordset(${asked}::jsonb) AS cover(place int, id text, until timestamptz)
    CROSS JOIN LATERAL (${passPaymentsSql(sql`payer_identity IN ${payersOf(owner)} AND route_id = cover.id
      AND (cover.until IS NULL OR settled_at < cover.until)`)}) AS held
    WHERE held.pass_until > now() GROUP BY cover.place`)
  const ends = new Map(rows.map(({ place, until }) => [place, until]))
  return covers.map((_, place) => ends.get(place) ?? null)
}

/** Whether the owner has ever bought a pass, so that nothing more need be asked for all others. */
export async function hasBoughtPass(database: Database, owner: Owner): Promise<boolean> {
  if (ownsNothing(owner)) return false
  const rows = await database.rows<object>(sql`
    SELECT id FROM payments WHERE ${whereOwner(owner)} AND pass_seconds IS NOT NULL LIMIT 1`)
  return rows.length > 0
}

/** When a payer's pass ends or ended, by its payments but this one; null without any. */
export async function findPassEnd(
  database: Database,
  { passId, payerIdentity, exceptId = null }: { passId: string; payerIdentity: string; exceptId?: string | null },
): Promise<Date | null> {
  const own = sql`payer_identity = ${payerIdentity} AND route_id = ${passId} AND id IS DISTINCT FROM ${exceptId}::uuid`
  const rows = await database.rows<{ until: Date | null }>(sql`
    SELECT max(pass_until) AS until FROM (${passPaymentsSql(own)}) AS passes`)
  return rows[0]?.until ?? null
}

/** The first of the covering passes that one of these payments bought and that has not ended; null for none. */
export async function findPassOfPayments(
  database: Database,
  payments: readonly string[],
  covering: readonly Cover[],
): Promise<(PassAccess & { payer: string }) | null> {
  if (payments.length === 0 || covering.length === 0) return null
  const covers = JSON.stringify(covering.map(({ passId, until }, rank) => ({ rank, id: passId, until })))
  const ofPayer = sql`payer_identity = own.payer_identity AND network = own.network AND route_id = cover.id
    AND (cover.until IS NULL OR settled_at < cover.until)`
  const rows = await database.rows<PassAccess & { payer: string }>(sql`
    SELECT cover.id AS "passId", held.id::text AS "paymentId", held.payer_identity AS "payerIdentity", held.network,
      own.payer
    FROM payments AS own JOIN jsonb_to_recordset(${covers}::jsonb) AS cover(rank int, id text, until timestamptz)
      ON own.route_id = cover.id AND own.pass_seconds IS NOT NULL
    CROSS JOIN LATERAL (${passPaymentsSql(ofPayer)}) AS held
    WHERE own.id = ANY(${[...payments]}::uuid[]) AND own.right_ended_at IS NULL AND held.pass_until > now()
    ORDER BY cover.rank, held.settled_at DESC LIMIT 1`)
  return rows[0] ?? null
}

type PassUse = PassAccess & {
  /** The name of the right that the payer keeps beyond the pass; null for none. */
  keptRight: string | null
  /** A call of an API; else a text or a file. */
  isCall: boolean
  /** Calls of a day of UTC; null for any number. */
  callsPerDay: number | null
}

type CountedUse = { passId: string; payerIdentity: string; day: string; opens: number; calls: number }

/**
 * Counts what a pass opens, in one statement. Null where the calls of the day are used up, and nothing is changed.
 * Nothing is kept for a payment that is given back meanwhile: the lock waits for that, or that for it.
 */
export async function countPassUse(database: Database, use: PassUse): Promise<CountedUse | null> {
  const { passId, paymentId, payerIdentity, network, keptRight, isCall, callsPerDay } = use
  const [opens, calls] = isCall ? [0, 1] : [1, 0]
  const [counted] = await database.rows<{ day: string }>(sql.named`
    WITH used AS (
      INSERT INTO pass_uses (pass_id, payer_identity, day, opens, calls)
      VALUES (${passId}, ${payerIdentity}, (now() AT TIME ZONE 'UTC')::date, ${opens}::int, ${calls}::int)
      ON CONFLICT (pass_id, payer_identity, day) DO UPDATE
        SET opens = pass_uses.opens + EXCLUDED.opens, calls = pass_uses.calls + EXCLUDED.calls
        WHERE EXCLUDED.calls = 0 OR ${callsPerDay}::int IS NULL OR pass_uses.calls < ${callsPerDay}::int
      RETURNING day::text
    ), kept AS (
      INSERT INTO entitlements (address_identity, resource_uri, network, payment_id, granted_at)
      SELECT ${payerIdentity}, ${keptRight}::text, ${network}, ${paymentId}::text, now()
      FROM used JOIN payments ON payments.id = ${paymentId}::uuid
      WHERE ${keptRight}::text IS NOT NULL AND ${whereBought} AND right_ended_at IS NULL FOR SHARE OF payments
      ON CONFLICT (address_identity, resource_uri, network) DO UPDATE
        SET payment_id = EXCLUDED.payment_id, granted_at = EXCLUDED.granted_at, expires_at = NULL
        WHERE entitlements.expires_at IS NOT NULL)
    SELECT day FROM used`)
  return counted ? { ...counted, passId, payerIdentity, opens, calls } : null
}

/** Takes a use out of the count again: nothing came of it. */
export async function giveBackUse(database: Database, use: CountedUse): Promise<void> {
  const { passId, payerIdentity, day, opens, calls } = use
  await database.execute(sql.named`
    UPDATE pass_uses SET opens = opens - ${opens}::int, calls = calls - ${calls}::int
    WHERE pass_id = ${passId} AND payer_identity = ${payerIdentity} AND day = ${day}::date`)
}
