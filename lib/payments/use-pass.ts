import { type Database, prepared } from '@/lib/base/infra/database'
import type { PassAccess } from './has-paid'
import { whereBought } from './where-bought'

export type PassUse = PassAccess & {
  /** The name of the right that the payer keeps beyond the pass; null for none. */
  keptRight: string | null
  /** A call of an API; else a text or a file. */
  isCall: boolean
  /** Calls of a day of UTC; null for any number. */
  callsPerDay: number | null
}

/** Counts what a pass opens, in one statement. False where the calls of the day are used up, and nothing is changed. */
export async function usePass(database: Database, use: PassUse): Promise<boolean> {
  const { passId, paymentId, payerIdentity, network, keptRight, isCall, callsPerDay } = use
  const [opens, calls] = isCall ? [0, 1] : [1, 0]
  const rows = await database.$queryRaw<object[]>`${prepared}
    WITH used AS (
      INSERT INTO pass_uses (pass_id, payer_identity, day, opens, calls)
      VALUES (${passId}, ${payerIdentity}, (now() AT TIME ZONE 'UTC')::date, ${opens}::int, ${calls}::int)
      ON CONFLICT (pass_id, payer_identity, day) DO UPDATE
        SET opens = pass_uses.opens + EXCLUDED.opens, calls = pass_uses.calls + EXCLUDED.calls
        WHERE EXCLUDED.calls = 0 OR ${callsPerDay}::int IS NULL OR pass_uses.calls < ${callsPerDay}::int
      RETURNING pass_id
    ), kept AS (
      INSERT INTO entitlements (address_identity, resource_uri, network, payment_id, granted_at)
      SELECT ${payerIdentity}, ${keptRight}::text, ${network}, ${paymentId}::text, now()
      FROM used JOIN payments ON payments.id = ${paymentId}::uuid
      WHERE ${keptRight}::text IS NOT NULL AND ${whereBought} AND right_ended_at IS NULL FOR SHARE OF payments
      ON CONFLICT (address_identity, resource_uri, network) DO UPDATE
        SET payment_id = EXCLUDED.payment_id, granted_at = EXCLUDED.granted_at, expires_at = NULL
        WHERE entitlements.expires_at IS NOT NULL)
    SELECT pass_id FROM used`
  return rows.length > 0
}
