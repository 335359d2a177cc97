import type { LedgerRow } from '@/lib/payments/ledger-row'
import type { OpenedRequest } from './opened-request'

/**
 * Whether a payment was for the route that is asked now, and not for another that stood at its address before. One from
 * before payments named their route counts where the route stood there already when it was claimed.
 */
export function isOfRoute({ route }: OpenedRequest, row: Pick<LedgerRow, 'routeId' | 'claimedAt'>): boolean {
  const { stored } = route.config
  if (row.routeId === null) return stored === undefined || row.claimedAt >= stored.since
  return row.routeId === (stored?.routeId ?? '')
}
