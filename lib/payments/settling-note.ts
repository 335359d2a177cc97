import { pick, type Sql, sql } from '@/lib/base/infra/database'

/**
 * A settlement's grant to its payer beyond this one answer; null seconds mean no end. A null URI: the route offers no
 * sign-in now, and the payment itself gives the right if it ever does.
 */
export type Entitlement = {
  entitlementUri: string | null
  entitledSeconds: number | null
  /** Only for a pass: its time, which is added to what is left of an earlier one. */
  passSeconds: number | null
}

/** `performance.now()` when a payment was found unspent, and the last height at which it can land. */
export type Verified = { atMs: number; lastHeight: bigint | null }

type SettlingFacts = {
  paymentId: string
  leaseToken: string
  amountAtomic: bigint
  verified: Verified
  isProduced: boolean
  entitlement: Entitlement
}

/** The ledger's note of a payment before its money is asked for. */
export type SettlingNote = ReturnType<typeof toSettlingNote>

export const toSettlingNote = ({ verified, entitlement, ...facts }: SettlingFacts) => ({
  ...pick(facts, 'paymentId', 'leaseToken', 'isProduced'),
  ...entitlement,
  amountAtomic: facts.amountAtomic.toString(),
  verifiedAgoSeconds: (performance.now() - verified.atMs) / 1000,
  lastHeight: verified.lastHeight?.toString() ?? null,
})

const noteFields =
  sql.raw(`jsonb_to_record(noted.note) AS i("paymentId" uuid, "leaseToken" uuid, "amountAtomic" numeric,
  "verifiedAgoSeconds" float8, "lastHeight" bigint, "isProduced" boolean, "entitlementUri" text, "entitledSeconds" float8,
  "passSeconds" int)`)

/**
 * SQL: locks the payments that their requests may still settle, by the notes in `noted`, an item of a FROM clause of
 * that name with a column `note`. Answers with their `id`. In one order, so that two such statements never wait for
 * each other.
 */
export const lockSettling = (noted: Sql): Sql => sql`
  SELECT payments.id FROM ${noted} CROSS JOIN LATERAL ${noteFields} JOIN payments ON payments.id = i."paymentId"
  WHERE payments.status = 'claimed' AND payments.lease_token = i."leaseToken"
  ORDER BY payments.id FOR UPDATE OF payments`

/** SQL: claimed → settling, with the asked amount, by the `noted` notes. Keeps an existing note. */
export const noteSettling = (noted: Sql): Sql => sql`
  UPDATE payments SET status = 'settling', settled_atomic = i."amountAtomic",
    verified_at = coalesce(verified_at, now() - make_interval(secs => i."verifiedAgoSeconds")),
    settling_at = coalesce(settling_at, now()), last_height = i."lastHeight",
    produced_at = CASE WHEN i."isProduced" THEN coalesce(produced_at, now()) END,
    entitlement_uri = i."entitlementUri", entitled_until = now() + make_interval(secs => i."entitledSeconds"), pass_seconds = i."passSeconds",
    handler_runs = handler_runs + CASE WHEN i."isProduced" AND status <> 'settling' THEN 1 ELSE 0 END
  FROM ${noted} CROSS JOIN LATERAL ${noteFields}
  WHERE payments.id = i."paymentId" AND status IN ('claimed', 'settling') AND lease_token = i."leaseToken"`

/** The gate's note that a payment is being settled: without it nothing may be sent. */
export type CallerNote = {
  /** The note, for a facilitator that writes it in one statement with the transaction that it sends. */
  read: () => object
  /** Called by a facilitator that has done so. */
  written: () => void
  /** Writes the note separately, once; fails when the request no longer has the payment. */
  write: () => Promise<void>
}
