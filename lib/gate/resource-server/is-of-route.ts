import type { LedgerRow } from '@/lib/payments/ledger-row'
import type { OpenedRequest } from './opened-request'

/**
 * True if a payment was for the requested route, and not for another that was at its address before. A payment from
 * before payments named their route counts where the route was already there when it was claimed.
 */
export function isOfRoute({ route }: OpenedRequest, row: Pick<LedgerRow, 'routeId' | 'claimedAt'>): boolean {
  const { stored } = route.config
  if (row.routeId === null) return stored === undefined || row.claimedAt >= stored.since
  return row.routeId === (stored?.routeId ?? '')
}
