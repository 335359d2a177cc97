import { v5 as nameToUuid } from 'uuid'
import type { Authorization } from '@/lib/base/chains/authorization'
import { type Database, sql } from '@/lib/base/infra/database'

/** An authorization with its payer's funds on the chain. `claimToken` null reserves, else claims. */
export type Reservation = {
  authorization: Authorization
  payloadDigest: string
  claimToken: string | null
  holder: string | null
  settleAmountAtomic: bigint
  /** Duration of a reservation, at most the payment's own time. */
  lastsMs: number
  height: bigint
  spendableAtomic: bigint
  landedKeys: string[]
}

/** `insufficient`: with the payer's others in flight, the funds do not cover it. `taken`: claimed or decided before. */
export type ReservationVerdict = 'reserved' | 'claimed' | 'insufficient' | 'taken'

/**
 * Reserves or claims in the order given, each compared with all that its payer has in flight.
 * Two callers cannot both take the last of a balance: the payer is locked while the sum is read.
 */
export async function reserveAuthorizations(
  database: Database,
  reservations: Reservation[],
): Promise<ReservationVerdict[]> {
  const items = JSON.stringify(reservations.map(toItem))
  const rows = await database.rows<{ item_key: string; verdict: ReservationVerdict }>(sql.named`
    SELECT item_key, verdict FROM facilitator_reserve(${items}::jsonb)`)
  if (rows.length !== reservations.length) throw new Error('Expected one verdict per reservation.')
  return rows.map((row) => row.verdict)
}

function toItem({ authorization, ...reservation }: Reservation) {
  return {
    key: authorization.key,
    network: authorization.network,
    scheme: authorization.scheme,
    asset: authorization.asset,
    payer: authorization.payer,
    pay_to: authorization.payTo,
    nonce: authorization.nonce,
    amount: authorization.amountAtomic.toString(),
    settle_amount: reservation.settleAmountAtomic.toString(),
    valid_after: authorization.validAfter,
    valid_before: authorization.validBefore,
    lasts_ms: reservation.lastsMs,
    claim_token: reservation.claimToken,
    holder: reservation.holder,
    payload_digest: reservation.payloadDigest,
    height: reservation.height.toString(),
    spendable: reservation.spendableAtomic.toString(),
    landed: reservation.landedKeys,
  }
}

/**
 * Deletes a holder's reservation: the payer's money is free again, and any caller may settle the authorization, like
 * one that was never seen. Keeps no row, since a release costs its caller nothing.
 */
export async function releaseReservation(database: Database, key: string, holder: string): Promise<void> {
  await database.execute(sql`
    DELETE FROM settlements WHERE key = ${key} AND holder = ${holder}::uuid AND state = 'reserved'`)
}

/** Uses up a holder's reservation without a charge or transaction, also when it has lapsed. */
export async function spendReservation(database: Database, key: string, holder: string): Promise<void> {
  await database.execute(sql`
    UPDATE settlements SET state = 'spent_zero', settle_amount_atomic = 0, transaction = '', decided_at = now(),
      success_answered_at = now()
    WHERE key = ${key} AND holder = ${holder}::uuid AND state = 'reserved'`)
}

/** Holders of this process are UUIDs of other versions, so that no caller over HTTP can name one of them. */
const CALLERS = '5f0f7b2e-6a0b-4f0f-9d5c-2f6d1c3f4a22'

/**
 * The holder of a caller over HTTP, from the UUID that it names. The same for each API key, so that a caller may change its
 * key: callers are kept apart by the UUID, which nobody can guess.
 */
export const holderOverHttp = (named: string): string => nameToUuid(` ${named.toLowerCase()}`, CALLERS)

/**
 * Every holder of the ledger that may be the caller that names this UUID: a gate in the facilitator's process is stored as
 * it is, and may have moved out of the process or into it since.
 */
export const holdersNamed = (named: string): string[] => [named, holderOverHttp(named)]
