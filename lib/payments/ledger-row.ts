import type { Payment } from '@/lib/base/infra/generated/prisma/client'
import type { PaymentStatus } from '@/lib/base/x402/views'

export type LedgerRow = Omit<Payment, 'status' | 'authorizedAtomic' | 'settledAtomic'> & {
  status: PaymentStatus
  authorizedAtomic: bigint
  settledAtomic: bigint | null
}

/** Reads a stored row; numeric columns hold whole atomic units, so the conversion is exact. */
export function toLedgerRow(row: Payment): LedgerRow {
  return {
    ...row,
    status: row.status as PaymentStatus,
    authorizedAtomic: BigInt(row.authorizedAtomic.toFixed(0)),
    settledAtomic: row.settledAtomic === null ? null : BigInt(row.settledAtomic.toFixed(0)),
  }
}
