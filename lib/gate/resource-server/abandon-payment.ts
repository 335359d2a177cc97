import { abandonClaim, type ClaimEnd, recordSpentZero } from '@/lib/payments/ledger'
import type { Gate } from './gate'
import type { LeasedClaim } from './payment-claim'
import type { Settled } from './release'

/** Ends a claim for which nothing was settled, and with it the reservation of the payer's money. */
export async function abandonPayment(gate: Gate, claim: LeasedClaim, end: ClaimEnd): Promise<void> {
  // When the claim was lost, another request has it now, and the reservation too.
  if (await abandonClaim(gate.database, claim, end)) await releaseReservation(gate, claim)
}

/** Releases what verifying reserved. A failure is only logged: the reservation lapses without help. */
export async function releaseReservation(
  gate: Gate,
  { authorization, paymentId }: { authorization: { key: string }; paymentId: string },
): Promise<void> {
  await gate.ports.facilitator
    .release(authorization.key, paymentId)
    .catch((error: unknown) => gate.log.warn({ err: error, paymentId }, 'A reservation was not released'))
}

/**
 * Row 8: uses a payment up without a charge, and returns the answer that says so. At the facilitator first: a released
 * authorization could still be settled there from a copy, for its whole amount.
 */
export async function spendAtZero(gate: Gate, claim: LeasedClaim, reason: string | null = null): Promise<Settled> {
  await gate.ports.facilitator.spend(claim.authorization.key, claim.paymentId)
  await recordSpentZero(gate.database, claim, reason)
  const { network } = claim.requirements
  const response = { success: true, transaction: '', network, payer: claim.authorization.payer, amount: '0' }
  return { response, extensionResponses: null }
}
