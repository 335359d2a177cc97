import type { AuthorizationTruth } from '@/lib/base/chains/authorization'
import { isSameAddress } from '@/lib/base/x402/addresses'
import { reasons } from '@/lib/base/x402/reasons'
import type { PaymentRequirements } from '@/lib/base/x402/wire'
import type { Verified } from '@/lib/payments/settling-note'
import type { Gate } from './gate'
import type { LeasedClaim } from './leased-claim'

/**
 * `landed`: its money had arrived before this claim was verified. `taken`: another caller is settling it, or used it up
 * without a charge. `unreadable`: the facilitator says no, and the chain cannot say whether the payment has landed.
 */
export type ClaimVerdict =
  | { kind: 'valid'; verified: Verified }
  | { kind: 'landed'; truth: LandedTransfer }
  | { kind: 'taken'; lastHeight: bigint | null }
  | { kind: 'unreadable' }
  | { kind: 'invalid'; reason: string }

export type LandedTransfer = Extract<AuthorizationTruth, { state: 'settled' }>

/**
 * Asks the facilitator whether the claim is unspent, and if not, the chain for its outcome. Only a payment that is
 * unspent here opens content: one that landed before may have opened something at another server (row 5a).
 */
export async function verifyClaim(gate: Gate, claim: LeasedClaim): Promise<ClaimVerdict> {
  const { chains, facilitator } = gate.ports
  const lastHeight = chains.lastHeightOf(claim.authorization)
  const ifKnown = lastHeight.catch(() => null) // A spent or expired payment may have no such height any more.
  const verdict = await facilitator.verify(claim.signed, claim.paymentId)
  const atMs = performance.now()
  if (verdict.isValid) return { kind: 'valid', verified: { atMs, lastHeight: await lastHeight } }
  const reason = verdict.invalidReason ?? reasons.unexpectedVerifyError
  const truth = await chains.findAuthorization(claim.authorization, null)
  if (truth.state === 'settled' && isOurs(truth, claim.requirements)) return { kind: 'landed', truth }
  const isOpen = truth.state === 'unused' || truth.state === 'unreadable'
  if (isOpen && reason === reasons.duplicateSettlement) return { kind: 'taken', lastHeight: await ifKnown }
  return truth.state === 'unreadable' ? { kind: 'unreadable' } : { kind: 'invalid', reason }
}

const isOurs = ({ payTo }: LandedTransfer, requirements: PaymentRequirements): boolean =>
  isSameAddress(requirements.network, payTo, requirements.payTo)

/** True if the transfer on the chain is our price, paid to us. */
export const paysTerms = (truth: LandedTransfer, requirements: PaymentRequirements, amountAtomic: bigint): boolean =>
  truth.amountAtomic >= amountAtomic && isOurs(truth, requirements)
