import type { LedgerRow } from '@/lib/payments/ledger-row'
import type { OpenedRequest } from './opened-request'

type KeptRow = Pick<LedgerRow, 'routeId' | 'resourceUri' | 'requestFingerprint'>

/**
 * True if a payment was made for this very request, by its present name or, for a payment from before payments named
 * their route, by its earlier name.
 */
export async function isForRequest(opened: OpenedRequest, row: KeptRow): Promise<boolean> {
  return (await isKeptAs(opened, row)) || (row.routeId === null && (await isKeptAs(opened.earlier, row)))
}

type Name = Pick<OpenedRequest, 'resourceUri' | 'fingerprint'>

const isKeptAs = async ({ resourceUri, fingerprint }: Name, row: KeptRow): Promise<boolean> =>
  row.resourceUri === resourceUri && row.requestFingerprint === (await fingerprint())

/**
 * True if a payment was for the requested route, and not for another that was at its address before. A payment from
 * before payments named their route counts where the route was already there when it was claimed.
 */
export function isOfRoute({ route }: OpenedRequest, row: Pick<LedgerRow, 'routeId' | 'claimedAt'>): boolean {
  const { stored } = route.config
  if (row.routeId === null) return stored === undefined || row.claimedAt >= stored.since
  return row.routeId === (stored?.routeId ?? '')
}
