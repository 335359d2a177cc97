import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { type Database, type Sql, sql } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import { matchesNetworkPattern } from '@/lib/base/x402/networks'
import { caip2Network } from '@/lib/base/x402/v1/networks'
import { payToIdentity } from '../entry/entry-key'
import type { FacetName } from './facets'

const MAX_MEMBERS = 20
const list = z
  .string()
  .max(2_000)
  .optional()
  .transform((text) =>
    (text ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .slice(0, MAX_MEMBERS),
  )
  .describe('Several values are separated by commas.')

const HEALTH = ['unverified', 'live', 'failing', 'dead']

const lowered = list.transform((values) => values.map((value) => value.normalize('NFC').toLowerCase()))

/** The filters as query parameters name them; several values are separated by commas. */
export const filterParameters = z.object({
  type: z.enum(['http', 'mcp']).optional(),
  x402Version: list
    .refine((versions) => versions.every((version) => ['1', '2'].includes(version)), 'one of 1, 2')
    .transform((versions) => versions.map(Number))
    .describe('The version that the listing declares, 1 or 2.'),
  payTo: list,
  asset: lowered.describe('Several values are separated by commas.'),
  scheme: list,
  network: list
    .transform((networks) => networks.map((network) => caip2Network(network) ?? network))
    .describe(
      'CAIP-2, a name of version 1 such as `base`, or a pattern such as `solana:*`; several are separated by commas.',
    ),
  extensions: list,
  tags: lowered.describe('Several values are separated by commas.'),
  health: list
    .refine((states) => states.every((state) => HEALTH.includes(state)), `one of ${HEALTH.join(', ')}`)
    .describe(`Of ${HEALTH.join(', ')}; several are separated by commas.`),
  host: lowered.describe('Whole host names; several are separated by commas.'),
})
export type Filters = z.output<typeof filterParameters>

export const readingParameters = filterParameters.extend({
  maxUsdPrice: z.coerce.number().min(0).max(1_000_000).optional().describe('On one of the wanted networks.'),
  facets: z.enum(['true', 'false']).default('false').describe('Adds counts of what each filter would leave.'),
})

/** Query parameters by their schema; a bad one is refused by name. Empty ones count as absent. */
export function parseParameters<Schema extends z.ZodTypeAny>(
  schema: Schema,
  parameters: Record<string, string>,
): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== ''))
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new DomainError(
    'INVALID_PARAMETER',
    say('call.parameter', { name: issue?.path.join('.') ?? '', why: issue?.message ?? 'unknown' }),
  )
}

const keep = keepFor<ReadonlySet<string>>({ ms: 30_000 }, (networks) => networks.size === 0)

/** Networks that listed entries accept. Cached for half a minute: a network that is missing is new. */
export const acceptedNetworks = (database: Database): Promise<ReadonlySet<string>> =>
  keep(database, 'networks', async () => {
    const rows = await database.rows<{ network: string }>(sql`
      WITH RECURSIVE found AS (
        (SELECT network FROM catalog_payment_options ORDER BY network LIMIT 1)
        UNION ALL
        SELECT (SELECT option.network FROM catalog_payment_options option WHERE option.network > found.network ORDER BY option.network LIMIT 1)
        FROM found WHERE found.network IS NOT NULL
      ) SELECT network FROM found WHERE network IS NOT NULL`)
    return new Set(rows.map((row) => row.network))
  })

/** Replaces patterns such as `solana:*` by the identifiers in use; others stay, even when no entry accepts them. */
export function resolveNetworks(patterns: string[], accepted: ReadonlySet<string>): string[] {
  return patterns.flatMap((pattern) => {
    const found = [...accepted].filter((network) => matchesNetworkPattern(network, pattern))
    return found.length > 0 ? found : [pattern]
  })
}

/**
 * The filters as SQL conditions on `document`, true when there are none. Each list is one array overlap, which the
 * filter index answers. Network patterns must have been resolved to identifiers before (`resolveNetworks`).
 */
export function filterSql(filters: Filters): Sql {
  const { type, x402Version, payTo, asset, scheme, network, extensions, tags, health, host } = filters
  const payees = payTo.flatMap((address) => [address, payToIdentity('eip155:1', address)])
  const conditions = [
    type !== undefined && sql`document.type = ${type}`,
    x402Version.length > 0 && sql`document.x402_version = ANY(${x402Version})`,
    asset.length > 0 &&
      sql`EXISTS (SELECT 1 FROM catalog_payment_options option
        WHERE option.entry_id = document.entry_id AND lower(option.asset) = ANY(${asset}))`,
    payees.length > 0 && sql`document.pay_tos && ${payees}::text[]`,
    scheme.length > 0 && sql`document.schemes && ${scheme}::text[]`,
    network.length > 0 && sql`document.networks && ${network}::text[]`,
    extensions.length > 0 && sql`document.extension_keys && ${extensions}::text[]`,
    tags.length > 0 && sql`document.tags && ${tags}::text[]`,
    health.length > 0 && sql`document.verification = ANY(${health})`,
    host.length > 0 && sql`document.host = ANY(${host})`,
  ].filter((condition) => condition !== false)
  return sql.join([sql`true`, ...conditions], ' AND ')
}

export function withoutFacet<Parameters extends object>(parameters: Parameters, facet: FacetName | null): Parameters {
  if (facet === null) return parameters
  const value = ['type', 'maxUsdPrice'].includes(facet) ? undefined : []
  return { ...parameters, [facet]: value }
}

export const setParameters = (parameters: object): Set<string> =>
  new Set(
    Object.entries(parameters).flatMap(([name, value]) =>
      value === undefined || (Array.isArray(value) && value.length === 0) ? [] : [name],
    ),
  )

/** Caches results of reading a database: at most `most` of them, each for `ms`. Callers at one moment share
 * one reading; an empty result or a failure is not kept. */
export function keepFor<T extends NonNullable<unknown>>(
  { ms, most = 1 }: { ms: number; most?: number },
  isEmpty: (found: T) => boolean = () => false,
) {
  type Find = () => Promise<T>
  const kept = new WeakMap<Database, LRUCache<string, T, Find>>()
  return async (database: Database, key: string, find: Find): Promise<T> => {
    const cache =
      kept.get(database) ??
      new LRUCache<string, T, Find>({ max: most, ttl: ms, fetchMethod: (_key, _stale, { context }) => context() })
    kept.set(database, cache)
    const found = await cache.forceFetch(key, { context: find })
    if (isEmpty(found)) cache.delete(key)
    return found
  }
}
