import { z } from 'zod'
import type { PaymentOption } from '@/lib/base/x402/payment-option'
import type { EntryDetail } from './browse/get-entry'
import { type Listing, toListing } from './browse/listing'
import { presentEntry } from './browse/present-entry'
import type { Catalog } from './create-catalog'
import { coinOf } from './entry/assets'

/** Terms at one moment; `kind` says what had changed. */
export type TermsChange = {
  seenAt: Date
  kind: string
  options: Omit<PaymentOption<bigint | null>, 'timeoutSeconds'>[]
}

export type ListingProbe = EntryDetail['probes'][number]

export type ListingDetail = {
  listing: Listing
  /** The wire entry, for those who read JSON. */
  wire: object
  /** Newest first. */
  changes: TermsChange[]
  /** Newest first. */
  probes: ListingProbe[]
}

export async function findListing(catalog: Pick<Catalog, 'get'>, key: string): Promise<ListingDetail | null> {
  const found = await catalog.get(key)
  if (found === null) return null
  return {
    listing: toListing(found.entry),
    wire: presentEntry(found.entry),
    changes: found.priceChanges.map(({ seenAt, kind, options }) => ({ seenAt, kind, options: parseTerms(options) })),
    probes: found.probes,
  }
}

const termsSchema = z.array(
  z.object({
    network: z.string(),
    scheme: z.string(),
    asset: z.string().nullable(),
    amount: z.string().regex(/^\d+$/).nullable(),
    payTo: z.string().nullable(),
  }),
)

export function parseTerms(stored: unknown): TermsChange['options'] {
  return termsSchema.parse(stored).map(({ network, scheme, asset, amount, payTo }) => ({
    network,
    scheme,
    asset: asset ?? '',
    amountAtomic: amount === null ? null : BigInt(amount),
    coin: coinOf(network, asset ?? ''),
    payTo: payTo ?? '',
  }))
}
