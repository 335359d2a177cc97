import { pick } from '@/lib/base/infra/database'

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

/** The gate's note that a payment is being settled: without it nothing may be sent. */
export type CallerNote = {
  /** The note, for a facilitator that writes it in one statement with the transaction that it sends. */
  read: () => object
  /** Called by a facilitator that has done so. */
  written: () => void
  /** Writes the note separately, once; fails when the request no longer has the payment. */
  write: () => Promise<void>
}
