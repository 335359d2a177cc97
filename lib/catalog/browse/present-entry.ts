import type { CatalogEntry, CatalogPaymentOption } from '@/lib/infra/generated/prisma/client'
import { isObject } from '../entry/sanitise'

export type StoredEntry = CatalogEntry & { options: CatalogPaymentOption[] }

/** One way to pay, in both generations' words: `amount` and `maxAmountRequired` are the same string, absent when unknown. */
export type ListedOption = {
  scheme: string
  network: string
  amount?: string
  maxAmountRequired?: string
  asset: string
  payTo: string
  maxTimeoutSeconds: number
  extra: Record<string, unknown>
  resource: string
  description: string
  mimeType: string
  outputSchema: { input: Record<string, unknown>; output: Record<string, unknown> | null }
}

/** A discovery list item, as stock clients of both generations read it, with what this catalog knows beside it. */
export type ListedEntry = {
  resource: string
  type: string
  x402Version: number
  accepts: ListedOption[]
  lastUpdated: string
  metadata: Record<string, unknown>
  description?: string
  mimeType?: string
  serviceName?: string
  tags?: string[]
  iconUrl?: string
  extensions?: Record<string, unknown>
  discoveryInfo: { input: Record<string, unknown>; output?: Record<string, unknown> }
}

const DEFAULT_TIMEOUT_SECONDS = 60

/** Presents a stored entry on the wire. Source: service spec 2.4 and the list endpoint's wire format. */
export function presentEntry(entry: StoredEntry): ListedEntry {
  const input = presentInput(entry)
  const output = isObject(entry.output) ? entry.output : null
  const presentOption = (option: CatalogPaymentOption): ListedOption => ({
    scheme: option.scheme,
    network: option.network,
    ...(option.amountAtomic !== null && {
      amount: option.amountAtomic.toFixed(),
      maxAmountRequired: option.amountAtomic.toFixed(),
    }),
    asset: option.asset ?? '',
    payTo: option.payTo ?? '',
    maxTimeoutSeconds: option.maxTimeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS,
    extra: isObject(option.extra) ? option.extra : {},
    resource: entry.resource,
    description: entry.description ?? '',
    mimeType: entry.mimeType ?? '',
    outputSchema: { input, output },
  })
  return {
    resource: entry.resource,
    type: entry.type,
    x402Version: 2,
    accepts: entry.options.map(presentOption),
    lastUpdated: entry.lastUpdatedAt.toISOString(),
    metadata: { ...(isObject(entry.metadata) ? entry.metadata : {}), turnpike: presentFacts(entry) },
    ...(entry.description !== null && { description: entry.description }),
    ...(entry.mimeType !== null && { mimeType: entry.mimeType }),
    ...(entry.serviceName !== null && { serviceName: entry.serviceName }),
    ...(entry.tags.length > 0 && { tags: entry.tags }),
    ...(entry.iconUrl !== null && { iconUrl: entry.iconUrl }),
    ...(isObject(entry.extensions) && { extensions: entry.extensions }),
    discoveryInfo: { input, ...(output !== null && { output }) },
  }
}

function presentInput(entry: StoredEntry): Record<string, unknown> {
  const input = isObject(entry.input) ? entry.input : {}
  if (entry.type === 'mcp')
    return {
      ...input,
      type: 'mcp',
      toolName: entry.toolName ?? '',
      inputSchema: input.inputSchema ?? { type: 'object' },
    }
  return { ...input, type: 'http', method: entry.method ?? 'GET' }
}

/** What this catalog found out itself: proof, health, popularity, doubts. */
function presentFacts(entry: StoredEntry) {
  return {
    key: entry.key,
    source: entry.source,
    sourceLabel: entry.sourceLabel,
    verification: entry.verification,
    isMethodKnown: entry.type === 'mcp' || entry.method !== null,
    settlements: {
      total: entry.settledCount,
      organic: entry.organicCount,
      organicPayers: entry.organicPayers,
      last30Days: { total: entry.recentTotal, organic: entry.recentOrganic, payers: entry.recentPayers },
      countedAt: entry.countedAt?.toISOString() ?? null,
    },
    health: {
      lastProbedAt: entry.lastProbedAt?.toISOString() ?? null,
      uptime24h: entry.uptime24h,
      uptime30d: entry.uptime30d,
      latencyMs: entry.latencyMs,
    },
    firstSeenAt: entry.firstSeenAt.toISOString(),
    problems: entry.problems,
    suspicions: entry.suspicions,
  }
}
