import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Database, DatabaseTransaction } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import { routeSuspended } from '../operating/suspensions'
import type { Quotas } from '../quotas/quotas'
import { enforceQuota } from '../quotas/usage'
import type { RouteKind } from '../routes/kinds'
import type { RouteAddress } from '../routes/route-address'
import { type RouteSettings, resourceInfoOf, routeSettings } from '../routes/route-input'
import { signInNetworks, toStoredSettings } from '../routes/route-settings'
import { writeUpstream } from '../routes/save-content'
import type { SealKey } from '../seal'

export async function findOperations(
  database: Database | DatabaseTransaction,
  gateway: { sellerId: string; gatewayId: string },
): Promise<Map<string, StoredOperation>> {
  const rows = await findRows(database, gateway)
  return new Map(rows.map((row) => [placeOf(row.method, row.shape ?? '', row.kind), row]))
}

export type StoredOperation = Awaited<ReturnType<typeof findRows>>[number]

const findRows = (
  database: Database | DatabaseTransaction,
  { sellerId, gatewayId }: { sellerId: string; gatewayId: string },
) =>
  database.storedRoute.findMany({
    where: { sellerId, gatewayId, state: { not: 'archived' } },
    include: { upstream: true, seller: { select: { suspendedReason: true } } },
  })

/** Kind is part of the place, since a route's kind is fixed: an operation that becomes metered gets a new route. */
export const placeOf = (method: string, shape: string, kind: string) => `${method} ${shape} ${kind}`

export type PreparedOperation = {
  kind: Extract<RouteKind, 'api' | 'metered_api'>
  title: string
  method: string
  path: string
  address: RouteAddress
  settings: RouteSettings
  upstreamUrl: string
}

/** Settings made for the single route, which the gateway's input does not have. */
export function keepOwn(settings: RouteSettings, stored: RouteSettings): RouteSettings {
  const prices = keepPrices(settings, stored)
  const sells = [...stored.soldOn, ...(prices.price?.networks ?? [])]
  return {
    ...settings,
    settle: settings.metering ? 'after' : stored.settle,
    signIn: stored.signIn,
    isTool: stored.isTool,
    ...prices,
    soldOn: [...stored.soldOn, ...signInNetworks(stored).filter((network) => !sells.includes(network))],
    discovery: { ...settings.discovery, ...resourceInfoOf(stored.discovery) },
  }
}

/** Keeps a route's several prices while the gateway names their highest and sells on their networks. */
function keepPrices({ price, metering }: RouteSettings, stored: RouteSettings) {
  const isAsBefore =
    price !== null &&
    price.dollars === stored.price?.dollars &&
    stored.price.networks.every((network) => price.networks.includes(network)) &&
    (metering !== null || stored.options.every(({ scheme }) => scheme === 'exact'))
  if (isAsBefore && stored.options.length > 0) return { price: stored.price, options: stored.options }
  return { price: price && { ...price, manySmallCalls: stored.price?.manySmallCalls ?? false }, options: [] }
}

/** Numbers of a gateway's routes that a save has made, changed and archived. */
export const operationCounts = z.object({ made: z.number(), changed: z.number(), archived: z.number() })
type OperationCounts = z.infer<typeof operationCounts>

type OperationWriting = {
  sealKey: SealKey
  operations: PreparedOperation[]
  sellerId: string
  gatewayId: string
  /** The shop's revision after this change. */
  revision: number
  now: Date
  quotas: Quotas
  upstream: { headers: Record<string, string>; timeoutMs: number; maxBytes: number }
}

/**
 * Makes a gateway's routes match those operations exactly. Joins the caller's transaction, which has locked the shop.
 * Fails with `ROUTE_CHANGED` where a route got other settings since its operation was prepared.
 */
export async function writeOperations(
  transaction: DatabaseTransaction,
  writing: OperationWriting,
): Promise<OperationCounts> {
  const { operations, sellerId, gatewayId, revision, now, quotas } = writing
  const known = await findOperations(transaction, { sellerId, gatewayId })
  const wanted = new Set(operations.map(({ method, address, kind }) => placeOf(method, address.shape, kind)))
  const gone = [...known].filter(([place]) => !wanted.has(place)).map(([, row]) => row)
  await archive(transaction, gone, { revision, now })
  const fresh = operations.filter(({ method, address, kind }) => !known.has(placeOf(method, address.shape, kind)))
  if (fresh.length > 0) await enforceQuota(transaction, { sellerId, name: 'routes', quotas, now, more: fresh.length })
  let changed = 0
  for (const operation of operations) {
    const row = known.get(placeOf(operation.method, operation.address.shape, operation.kind))
    const routeId = row ? row.id : await make(transaction, operation, { sellerId, gatewayId, revision, now })
    const upstream = { url: operation.upstreamUrl, ...writing.upstream }
    if (row && (await change(transaction, { operation, upstream }, row, { revision, now }))) changed += 1
    await writeUpstream(transaction, writing.sealKey, routeId, upstream)
  }
  return { made: fresh.length, changed, archived: gone.length }
}

type Moment = { revision: number; now: Date }

/** Refuses to archive a suspended route, which keeps its address. */
async function archive(
  transaction: DatabaseTransaction,
  gone: StoredOperation[],
  { revision, now }: Moment,
): Promise<void> {
  const suspended = gone
    .map((row) => row.seller.suspendedReason ?? row.suspendedReason)
    .find((reason) => reason !== null)
  if (suspended) throw routeSuspended(suspended)
  await transaction.storedRoute.updateMany({
    where: { id: { in: gone.map(({ id }) => id) } },
    data: { state: 'archived', shape: null, toolName: null, revision, updatedAt: now, archivedAt: now },
  })
}

async function make(
  transaction: DatabaseTransaction,
  { kind, title, method, path, address, settings }: PreparedOperation,
  { sellerId, gatewayId, revision, now }: Moment & { sellerId: string; gatewayId: string },
): Promise<string> {
  const { routeKey, shape } = address
  const said = { kind, title, method, path, routeKey, shape, settings: toStoredSettings(settings) }
  const row = { ...said, state: 'live' as const, sellerId, gatewayId, revision, createdAt: now, updatedAt: now }
  return (await transaction.storedRoute.create({ data: row, select: { id: true } })).id
}

async function change(
  transaction: DatabaseTransaction,
  { operation, upstream }: { operation: PreparedOperation; upstream: { url: string; timeoutMs: number } },
  row: StoredOperation,
  { revision, now }: Moment,
): Promise<boolean> {
  const { title, path, address, settings } = operation
  const stored = routeSettings.parse(row.settings)
  if (!isDeepStrictEqual(toStoredSettings(keepOwn(settings, stored)), toStoredSettings(settings))) {
    throw new DomainError('ROUTE_CHANGED', say('routeChanged'))
  }
  const isSame =
    row.title === title &&
    row.path === path &&
    row.upstream?.url === upstream.url &&
    row.upstream.timeoutMs === upstream.timeoutMs &&
    isDeepStrictEqual(toStoredSettings(stored), toStoredSettings(settings))
  if (isSame) return false
  const { routeKey } = address
  const data = { title, path, routeKey, settings: toStoredSettings(settings), revision, updatedAt: now }
  await transaction.storedRoute.update({ where: { id: row.id }, data })
  return true
}
