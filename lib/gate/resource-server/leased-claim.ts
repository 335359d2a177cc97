import type { Claimed, ClaimInput } from '@/lib/payments/claim'

/** A claim that this request holds. */
export type LeasedClaim = ClaimInput & Claimed
