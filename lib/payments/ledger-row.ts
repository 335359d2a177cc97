import type { Database } from '@/lib/base/infra/database'
import type { PaymentStatus } from '@/lib/base/x402/views'

export type LedgerRow = Omit<
  Awaited<ReturnType<Database['payment']['findUniqueOrThrow']>>,
  'status' | 'authorizedAtomic' | 'settledAtomic'
> & {
  status: PaymentStatus
  authorizedAtomic: bigint
  settledAtomic: bigint | null
}

type StoredRow = Awaited<ReturnType<Database['payment']['findUniqueOrThrow']>>

/** Reads a stored row; numeric columns hold whole atomic units, so the conversion is exact. */
export function toLedgerRow(row: StoredRow): LedgerRow {
  return {
    ...row,
    status: row.status as PaymentStatus,
    authorizedAtomic: BigInt(row.authorizedAtomic.toFixed(0)),
    settledAtomic: row.settledAtomic === null ? null : BigInt(row.settledAtomic.toFixed(0)),
  }
}
