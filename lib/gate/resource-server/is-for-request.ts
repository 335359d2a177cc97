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
