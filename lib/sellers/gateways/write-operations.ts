import { isDeepStrictEqual } from 'node:util'
import type { DatabaseTransaction } from '@/lib/infra/database'
import { enforceQuota } from '../quotas/enforce-quota'
import type { Quotas } from '../quotas/quotas'
import { type RouteSettings, routeSettings } from '../routes/route-input'
import { toStoredSettings } from '../routes/to-settings'
import { writeUpstream } from '../routes/write-content'
import type { SealKey } from '../seal'
import { routeSuspended } from '../suspensions/suspension'
import type { PreparedOperation } from './prepare-gateway'

/** How many routes of a gateway a save has made, changed and archived. */
export type OperationCounts = { made: number; changed: number; archived: number }

type Writing = {
  sealKey: SealKey
  operations: PreparedOperation[]
  sellerId: string
  gatewayId: string
  /** Of the shop, after this change. */
  revision: number
  now: Date
  defaults: Quotas
  upstream: { headers: Record<string, string>; timeoutMs: number; maxBytes: number }
}

/** Makes a gateway's routes be exactly those operations. Joins the caller's transaction, which has locked the shop. */
export async function writeOperations(transaction: DatabaseTransaction, writing: Writing): Promise<OperationCounts> {
  const { operations, sellerId, gatewayId, revision, now, defaults } = writing
  const rows = await findRoutes(transaction, gatewayId)
  const known = new Map(rows.map((row) => [placeOf(row.method, row.shape ?? '', row.kind), row]))
  const wanted = new Set(operations.map(({ method, address, kind }) => placeOf(method, address.shape, kind)))
  const gone = rows.filter(({ method, shape, kind }) => !wanted.has(placeOf(method, shape ?? '', kind)))
  await archive(transaction, gone, { revision, now })
  const fresh = operations.filter(({ method, address, kind }) => !known.has(placeOf(method, address.shape, kind)))
  if (fresh.length > 0) await enforceQuota(transaction, { sellerId, name: 'routes', defaults, more: fresh.length })
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

const findRoutes = (transaction: DatabaseTransaction, gatewayId: string) =>
  transaction.storedRoute.findMany({
    where: { gatewayId, state: { not: 'archived' } },
    include: { upstream: true, seller: { select: { suspendedReason: true } } },
  })

type Row = Awaited<ReturnType<typeof findRoutes>>[number]
type Moment = { revision: number; now: Date }

/** A route keeps its kind: an operation that is metered from now on is another one. */
const placeOf = (method: string, shape: string, kind: string) => `${method} ${shape} ${kind}`

/** What an operator has suspended keeps its address, as with a single route. */
async function archive(transaction: DatabaseTransaction, gone: Row[], { revision, now }: Moment): Promise<void> {
  const suspended = gone
    .map((row) => row.seller.suspendedReason ?? row.suspendedReason)
    .find((reason) => reason !== null)
  if (suspended) throw routeSuspended(suspended)
  await transaction.storedRoute.updateMany({
    where: { id: { in: gone.map(({ id }) => id) } },
    data: { state: 'archived', shape: null, toolName: null, revision, updatedAt: now },
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

/** Whether anything was to be changed. */
async function change(
  transaction: DatabaseTransaction,
  { operation, upstream }: { operation: PreparedOperation; upstream: { url: string; timeoutMs: number } },
  row: Row,
  { revision, now }: Moment,
): Promise<boolean> {
  const { title, path, address, settings } = operation
  const stored = routeSettings.parse(row.settings)
  const next = keepOwn(settings, stored)
  const isSame =
    row.title === title &&
    row.path === path &&
    row.upstream?.url === upstream.url &&
    row.upstream.timeoutMs === upstream.timeoutMs &&
    isDeepStrictEqual(toStoredSettings(stored), toStoredSettings(next))
  if (isSame) return false
  const { routeKey } = address
  const data = { title, path, routeKey, settings: toStoredSettings(next), revision, updatedAt: now }
  await transaction.storedRoute.update({ where: { id: row.id }, data })
  return true
}

/** What was set for the one route by itself, and a gateway says nothing of. */
function keepOwn(settings: RouteSettings, stored: RouteSettings): RouteSettings {
  const { serviceName, tags, iconUrl } = stored.discovery
  return {
    ...settings,
    settle: settings.metering ? 'after' : stored.settle,
    signIn: stored.signIn,
    isTool: stored.isTool,
    ...keepPrices(settings, stored),
    discovery: {
      ...settings.discovery,
      ...(serviceName === undefined ? {} : { serviceName }),
      ...(tags === undefined ? {} : { tags }),
      ...(iconUrl === undefined ? {} : { iconUrl }),
    },
  }
}

/** Several prices stay while the gateway says what it was told of them: the dearest, on networks that it sells on. */
function keepPrices(
  { price, metering }: RouteSettings,
  stored: RouteSettings,
): Pick<RouteSettings, 'price' | 'options'> {
  const isAsBefore =
    price !== null &&
    price.dollars === stored.price?.dollars &&
    stored.price.networks.every((network) => price.networks.includes(network)) &&
    (metering !== null || stored.options.every(({ scheme }) => scheme === 'exact'))
  if (isAsBefore && stored.options.length > 0) return { price: stored.price, options: stored.options }
  return { price: price && { ...price, manySmallCalls: stored.price?.manySmallCalls ?? false }, options: [] }
}
