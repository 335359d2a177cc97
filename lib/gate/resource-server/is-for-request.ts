import type { LedgerRow } from '@/lib/payments/ledger-row'
import type { OpenedRequest } from './opened-request'

export const isForRequest = async (
  { resourceUri, fingerprint }: OpenedRequest,
  row: Pick<LedgerRow, 'resourceUri' | 'requestFingerprint'>,
): Promise<boolean> => row.resourceUri === resourceUri && row.requestFingerprint === (await fingerprint())

/** True if a payment was for the requested route, and not for another that was at its address before. */
export const isOfRoute = ({ route }: OpenedRequest, row: Pick<LedgerRow, 'routeId'>): boolean =>
  row.routeId === (route.config.stored?.routeId ?? '')
