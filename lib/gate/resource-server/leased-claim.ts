import type { Claimed } from '@/lib/payments/claim'
import type { PaymentClaim } from './build-claim'

export type LeasedClaim = PaymentClaim & Claimed
