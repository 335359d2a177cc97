import { z } from 'zod'
import { dollarCoinDecimals } from '../entry/assets'
import { inputSchemasOf, outputSchemaOf } from './input-schemas'
import type { ListedEntry, ListedOption } from './present-entry'
import { assetFacts } from '@/lib/chains/asset-facts'

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

/** A catalog entry as pages read it: typed, and with nothing that they would have to parse. */
export type Listing = Facts & {
  /** What its seller or its server calls it; null where nobody named it. */
  name: string | null
  description: string | null
  type: 'http' | 'mcp'
  resource: string
  /** Null for a tool, and for a resource whose method nobody knows. */
  method: string | null
  toolName: string | null
  tags: string[]
  /** The seller's own address of its icon; pages show our stored copy. */
  iconUrl: string | null
  options: ListingOption[]
  input: Record<string, unknown>
  /** JSON Schemas of the parts of `input`; null where the seller declared none. */
  inputSchemas: Record<string, unknown> | null
  output: Record<string, unknown> | null
  /** JSON Schema of what comes back; null where the seller declared none. */
  outputSchema: Record<string, unknown> | null
  lastUpdatedAt: Date
}

type Facts = z.output<typeof factsSchema>

const dateText = z.string().transform((text) => new Date(text))

const factsSchema = z.object({
  key: z.string(),
  source: z.string(),
  sourceLabel: z.string(),
  verification: z.string(),
  isMethodKnown: z.boolean(),
  settlements: z.object({
    total: z.number(),
    organic: z.number(),
    organicPayers: z.number(),
    last30Days: z.object({ total: z.number(), organic: z.number(), payers: z.number() }),
    countedAt: dateText.nullable(),
  }),
  health: z.object({
    lastProbedAt: dateText.nullable(),
    uptime24h: z.number().nullable(),
    uptime30d: z.number().nullable(),
    latencyMs: z.number().nullable(),
  }),
  firstSeenAt: dateText,
  problems: z.array(z.string()).transform((problems) => [...new Set(problems)]),
  suspicions: z.array(z.string()),
  /** Only in answers to a search. */
  ranking: z
    .object({
      score: z.number(),
      matches: z.array(
        z.object({
          label: z.string(),
          strength: z.number(),
          field: z.string().nullable(),
          via: z.string().nullable(),
          as: z.string().nullable(),
        }),
      ),
      adjustments: z.array(z.object({ reason: z.string(), factor: z.number() })),
    })
    .optional(),
})

/** Reads a wire entry of our own catalog. Throws when its facts are not what the catalog writes. */
export function toListing(entry: ListedEntry): Listing {
  const facts = factsSchema.parse(entry.metadata.turnpike)
  const { input, output = null } = entry.discoveryInfo
  const type = entry.type === 'mcp' ? 'mcp' : 'http'
  const toolName = typeof input.toolName === 'string' ? input.toolName : null
  return {
    ...facts,
    name: entry.serviceName ?? toolName,
    description: entry.description ?? null,
    type,
    resource: entry.resource,
    method: type === 'http' && facts.isMethodKnown ? methodOf(input.method) : null,
    toolName,
    tags: entry.tags ?? [],
    iconUrl: entry.iconUrl ?? null,
    options: entry.accepts.map(toOption),
    input,
    inputSchemas: inputSchemasOf(entry),
    output,
    outputSchema: outputSchemaOf(entry),
    lastUpdatedAt: new Date(entry.lastUpdated),
  }
}

/** Methods end up in commands that people copy, so only a plain word is one. */
const methodOf = (method: unknown): string | null =>
  typeof method === 'string' && /^[A-Z]{3,7}$/.test(method) ? method : null

function toOption({ scheme, network, asset, amount, payTo, maxTimeoutSeconds }: ListedOption): ListingOption {
  return {
    scheme,
    network,
    asset,
    amountAtomic: amount === undefined ? null : BigInt(amount),
    coin: coinOf(network, asset),
    payTo,
    maxTimeoutSeconds,
  }
}

/** The coin by its contract, never by the name that a seller gives it; other dollar coins than ours go by "USD". */
export function coinOf(network: string, asset: string): ListingOption['coin'] {
  const known = assetFacts(network, asset)
  if (known) return known
  const decimals = dollarCoinDecimals(network, asset)
  return decimals === null ? null : { symbol: 'USD', decimals }
}
