import { endLapsedStreams } from '@/lib/payments/channels/channel-stream'
import { LostClaimError } from '@/lib/payments/ledger'
import type { LedgerRow } from '@/lib/payments/ledger-row'
import { takeLapsedStreams } from '@/lib/payments/stream-ledger'
import type { PaymentPayload, PaymentRequirements } from '@/lib/x402/wire'
import { spendAtZero } from './abandon-payment'
import type { Gate } from './gate'
import { type Payable, type Settlement, type SettleTerms, settlePayment } from './settle-payment'

/**
 * Charges a stream for the sent amount. Never throws: an amount not charged now stays in the ledger, and is
 * charged by the next pass. Null when nothing was to be charged, or another process charges it.
 */
export async function chargeStream(
  gate: Gate,
  claim: Payable,
  terms: Pick<SettleTerms, 'amountAtomic' | 'verified' | 'entitlement' | 'isWaiting'>,
): Promise<Settlement | null> {
  try {
    if (terms.amountAtomic > 0n) {
      return await settlePayment(gate, claim, { ...terms, isProduced: true, isStreamed: true, answer: null })
    }
    await spendAtZero(gate, claim)
  } catch (error) {
    const { paymentId } = claim
    if (error instanceof LostClaimError)
      gate.log.warn({ paymentId }, 'Another process charges a stream for what it noted')
    else gate.log.error({ err: error, paymentId }, 'A stream is not charged yet')
  }
  return null
}

/** Charges the noted amounts of streams whose processes have ended; those of channels are charged already. Safe to run anywhere, any number of times. */
export async function chargeLapsedStreams(gate: Gate): Promise<number> {
  const rows = await takeLapsedStreams(gate.database)
  await Promise.all(rows.map((row) => chargeLapsed(gate, row)))
  return rows.length + (await endLapsedStreams(gate.database))
}

async function chargeLapsed(gate: Gate, row: LedgerRow & { leaseToken: string }): Promise<void> {
  const payload = row.payload as unknown as PaymentPayload // Parsed before the claim stored it.
  const requirements = row.requirements as unknown as PaymentRequirements // Our own terms.
  const authorization = await gate.ports.chains.authorizationOf(payload, requirements)
  if ('reason' in authorization) throw new Error(`A claimed payload is unreadable: ${authorization.reason}`)
  const { id: paymentId, leaseToken, settledAtomic } = row
  const claim = { paymentId, leaseToken, authorization, payload, requirements }
  const abandonPayment = gate.leases.hold(claim)
  await chargeStream(gate, claim, {
    amountAtomic: settledAtomic ?? 0n,
    verified: { atMs: performance.now(), lastHeight: row.lastHeight },
    entitlement: null,
    isWaiting: false,
  }).finally(abandonPayment)
}
