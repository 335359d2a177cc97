import { setTimeout as sleep } from 'node:timers/promises'
import type { AuthorizationTruth } from '@/lib/chains/authorization'
import { isSameAddress } from '@/lib/x402/addresses'
import { reasons } from '@/lib/x402/reasons'
import type { PaymentRequirements } from '@/lib/x402/wire'
import type { Gate } from './gate'
import type { HeldClaim } from './earn-payment'

/**
 * `landed`: the chain shows this very authorization settled to our payTo, by somebody else.
 * `in_doubt`: somebody else is settling it, or the chain cannot say; it may still be the payer's money in our account.
 */
export type ClaimVerdict =
  | { kind: 'valid' }
  | { kind: 'landed' }
  | { kind: 'in_doubt' }
  | { kind: 'invalid'; reason: string }

/**
 * Asks the facilitator, and where it says no, the chain: an authorization that an observer landed first is the
 * payer's money in our account, and the payer gets the content (row 5a). One that an observer is landing is waited for.
 */
export async function verifyClaim(gate: Gate, claim: HeldClaim): Promise<ClaimVerdict> {
  const verdict = await gate.ports.facilitator.verify(claim.payload, claim.requirements)
  if (verdict.isValid) return { kind: 'valid' }
  const reason = verdict.invalidReason ?? reasons.unexpectedVerifyError
  const isBeingSettled = reason === reasons.duplicateSettlement
  const truth = await findTruth(gate, claim, isBeingSettled)
  if (truth.state === 'settled' && paysTerms(truth, claim.requirements, BigInt(claim.requirements.amount))) {
    return { kind: 'landed' }
  }
  const isOpen = truth.state === 'unreadable' || (truth.state === 'unused' && isBeingSettled)
  return isOpen ? { kind: 'in_doubt' } : { kind: 'invalid', reason }
}

async function findTruth(gate: Gate, claim: HeldClaim, isWaiting: boolean): Promise<AuthorizationTruth> {
  const deadline = performance.now() + claim.requirements.maxTimeoutSeconds * 1000
  for (;;) {
    const truth = await gate.ports.chains.findAuthorization(claim.authorization)
    const isOpen = truth.state === 'unused' || truth.state === 'unreadable'
    if (!isWaiting || !isOpen || performance.now() >= deadline) return truth
    await sleep(200)
  }
}

/** Whether what the chain shows is our price, paid to us. */
export function paysTerms(
  truth: Extract<AuthorizationTruth, { state: 'settled' }>,
  requirements: PaymentRequirements,
  amountAtomic: bigint,
): boolean {
  return truth.amountAtomic >= amountAtomic && isSameAddress(requirements.network, truth.payTo, requirements.payTo)
}
