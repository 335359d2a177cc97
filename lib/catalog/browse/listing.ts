import { assetFacts } from '@/lib/chains/asset-facts'
import { dollarCoinDecimals } from '../entry/assets'
import type { Entry, EntryOption } from '../entry/entry'
import { inputSchemasOf, outputSchemaOf } from './input-schemas'

/** One way to pay. Null is unknown, never free; `coin` is null for an asset that this server cannot vouch for. */
export type ListingOption = {
  scheme: string
  network: string
  asset: string
  amountAtomic: bigint | null
  coin: { symbol: string; decimals: number } | null
  payTo: string
  maxTimeoutSeconds: number
}

/** A catalog entry as pages read it. `method` is null for a tool, and for a resource whose method nobody knows. */
export type Listing = Omit<Entry, 'options' | 'host' | 'serviceName' | 'mimeType' | 'extensions' | 'metadata'> & {
  /** What its seller or its server calls it; null where nobody named it. */
  name: string | null
  options: ListingOption[]
  /** JSON Schemas of the parts of `input`; null where the seller declared none. */
  inputSchemas: Record<string, unknown> | null
  /** JSON Schema of what comes back; null where the seller declared none. */
  outputSchema: Record<string, unknown> | null
}

const defaultTimeoutSeconds = 60

/** Presents an entry to pages. */
export function toListing(entry: Entry): Listing {
  const { host: _host, serviceName, mimeType: _mimeType, extensions, metadata: _metadata, options, ...shown } = entry
  return {
    ...shown,
    name: serviceName ?? entry.toolName,
    problems: [...new Set(entry.problems)],
    options: options.map(toOption),
    inputSchemas: inputSchemasOf({ extensions }),
    outputSchema: outputSchemaOf({ extensions }),
  }
}

function toOption({ scheme, network, asset, amountAtomic, payTo, maxTimeoutSeconds }: EntryOption): ListingOption {
  return {
    scheme,
    network,
    asset: asset ?? '',
    amountAtomic,
    coin: coinOf(network, asset ?? ''),
    payTo: payTo ?? '',
    maxTimeoutSeconds: maxTimeoutSeconds ?? defaultTimeoutSeconds,
  }
}

/** The coin by its contract, never by the name that a seller gives it; other dollar coins than ours go by "USD". */
export function coinOf(network: string, asset: string): ListingOption['coin'] {
  const known = assetFacts(network, asset)
  if (known) return known
  const decimals = dollarCoinDecimals(network, asset)
  return decimals === null ? null : { symbol: 'USD', decimals }
}
