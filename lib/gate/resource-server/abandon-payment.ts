import { abandonClaim, recordSpentZero } from '@/lib/payments/ledger'
import type { Gate } from './gate'
import type { LeasedClaim } from './leased-claim'

/** Ends a claim for which nothing was settled, and with it the reservation of the payer's money. */
export async function abandonPayment(
  gate: Gate,
  claim: LeasedClaim,
  end: { reason: string; isHandlerRun: boolean },
): Promise<void> {
  // A claim that was lost is another request's now, and so is the reservation.
  if (await abandonClaim(gate.database, claim, end)) await releaseReservation(gate, claim)
}

/** Frees what verifying reserved. A failure is only noted: the reservation lapses by itself. */
export async function releaseReservation(
  gate: Gate,
  { authorization, paymentId }: { authorization: { key: string }; paymentId: string },
): Promise<void> {
  await gate.ports.facilitator
    .release(authorization.key, paymentId)
    .catch((error: unknown) => gate.log.warn({ err: error, paymentId }, 'A reservation was not released'))
}

/**
 * Row 8: uses a payment up at zero. At the facilitator first: a released authorization could still be settled there
 * from a copy, for all that was signed.
 */
export async function spendAtZero(gate: Gate, claim: LeasedClaim): Promise<void> {
  await gate.ports.facilitator.spend(claim.authorization.key, claim.paymentId)
  await recordSpentZero(gate.database, claim)
}
