import { type Database, pick } from '@/lib/base/infra/database'
import type { CatalogEntry, CatalogPaymentOption } from '@/lib/base/infra/generated/prisma/client'
import { isRecord, recordOf } from '@/lib/base/x402/header-codec'
import { coinOf } from '../entry/assets'
import type { Entry, EntryOption } from '../entry/entry'
import { warningsOf } from '../entry/warnings'

type StoredEntry = CatalogEntry & { options: CatalogPaymentOption[] }

export async function loadEntries(database: Database, ids: bigint[]): Promise<Entry[]> {
  const rows = await database.catalogEntry.findMany({
    where: { id: { in: ids } },
    include: { options: { orderBy: { position: 'asc' } } },
  })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [toEntry(row)] : []
  })
}

function toEntry(row: StoredEntry): Entry {
  const extensions = objectOrNull(row.extensions)
  const entry = {
    ...pick(row, 'key', 'resource', 'method', 'toolName', 'host', 'x402Version', 'description', 'mimeType'),
    ...pick(row, 'serviceName', 'tags', 'iconUrl', 'source', 'sourceLabel', 'verification', 'firstSeenAt'),
    ...pick(row, 'lastUpdatedAt', 'payeeChangedAt', 'priceChangedAt'),
    type: row.type === 'mcp' ? ('mcp' as const) : ('http' as const),
    name: row.serviceName ?? row.toolName,
    options: row.options.map(toOption),
    input: inputOf(row),
    output: objectOrNull(row.output),
    extensions,
    inputSchemas: inputSchemasOf(extensions),
    outputSchema: outputSchemaOf(extensions),
    metadata: objectOrNull(row.metadata) ?? {},
    problems: [...new Set(row.problems)],
    settlements: {
      total: row.settledCount,
      organic: row.organicCount,
      organicPayers: row.organicPayers,
      last30Days: { total: row.recentTotal, organic: row.recentOrganic, payers: row.recentPayers },
      countedAt: row.countedAt,
    },
    health: pick(row, 'lastProbedAt', 'uptime24h', 'uptime30d', 'latencyMs'),
  }
  return { ...entry, warnings: warningsOf(entry, new Date()) }
}

function toOption({ scheme, network, amountAtomic, maxTimeoutSeconds, ...option }: CatalogPaymentOption): EntryOption {
  const asset = option.asset ?? ''
  return {
    scheme,
    network,
    asset,
    coin: coinOf(network, asset),
    payTo: option.payTo ?? '',
    amountAtomic: amountAtomic === null ? null : BigInt(amountAtomic.toFixed()),
    timeoutSeconds: maxTimeoutSeconds,
    extra: objectOrNull(option.extra) ?? {},
  }
}

function inputOf({ type, input, method, toolName }: StoredEntry): Entry['input'] {
  const { method: _declared, ...declared } = objectOrNull(input) ?? {}
  if (type !== 'mcp') return { ...declared, type: 'http', ...(method !== null && { method }) }
  return { ...declared, type: 'mcp', ...(toolName !== null && { toolName }) }
}

const objectOrNull = (value: unknown): Record<string, unknown> | null => (isRecord(value) ? value : null)

type EntryExtensions = Entry['extensions']

/** JSON Schemas of an entry's input, by its parts; null where its seller declared none. */
export function inputSchemasOf(extensions: EntryExtensions): Record<string, unknown> | null {
  return propertiesOf(declaredSchema(extensions).input)
}

export function outputSchemaOf(extensions: EntryExtensions): Record<string, unknown> | null {
  const schema = propertiesOf(declaredSchema(extensions).output)?.example
  return propertiesOf(schema) && isRecord(schema) ? schema : null
}

function declaredSchema(extensions: EntryExtensions): Record<string, unknown> {
  return propertiesOf(recordOf(extensions?.bazaar).schema) ?? {}
}

const propertiesOf = (schema: unknown): Record<string, unknown> | null =>
  isRecord(schema) && isRecord(schema.properties) ? schema.properties : null

export type EntryDetail = NonNullable<Awaited<ReturnType<typeof getEntry>>>

const SHOWN = 50

export async function getEntry(database: Database, key: string) {
  const entry = await database.catalogEntry.findUnique({
    where: { key },
    include: {
      options: { orderBy: { position: 'asc' } },
      probes: {
        orderBy: { probedAt: 'desc' },
        take: SHOWN,
        select: { probedAt: true, isUp: true, status: true, latencyMs: true, problem: true },
      },
    },
  })
  if (entry === null || entry.status !== 'listed') return null
  return { entry: toEntry(entry), probes: entry.probes }
}
