import { type Database, prepared } from '@/lib/base/infra/database'
import type { PassAccess } from './has-paid'
import { whereBought } from './where-payment'

export type PassUse = PassAccess & {
  /** The name of the right that the payer keeps beyond the pass; null for none. */
  keptRight: string | null
  /** A call of an API; else a text or a file. */
  isCall: boolean
  /** Calls of a day of UTC; null for any number. */
  callsPerDay: number | null
}

export type CountedUse = { passId: string; payerIdentity: string; day: string; opens: number; calls: number }

/**
 * Counts what a pass opens, in one statement. Null where the calls of the day are used up, and nothing is changed.
 * Nothing is kept for a payment that is given back meanwhile: the lock waits for that, or that for it.
 */
export async function countPassUse(database: Database, use: PassUse): Promise<CountedUse | null> {
  const { passId, paymentId, payerIdentity, network, keptRight, isCall, callsPerDay } = use
  const [opens, calls] = isCall ? [0, 1] : [1, 0]
  const [counted] = await database.$queryRaw<{ day: string }[]>`${prepared}
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
    SELECT day FROM used`
  return counted ? { ...counted, passId, payerIdentity, opens, calls } : null
}

/** Takes a use out of the count again: nothing came of it. */
export async function giveBackUse(database: Database, use: CountedUse): Promise<void> {
  const { passId, payerIdentity, day, opens, calls } = use
  await database.$executeRaw`${prepared}
    UPDATE pass_uses SET opens = opens - ${opens}::int, calls = calls - ${calls}::int
    WHERE pass_id = ${passId} AND payer_identity = ${payerIdentity} AND day = ${day}::date`
}
