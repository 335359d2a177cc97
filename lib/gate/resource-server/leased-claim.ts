import type { Claimed, ClaimInput } from '@/lib/payments/claim'

export type LeasedClaim = ClaimInput & Claimed
