import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { DatabaseTransaction } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { id } from '@/lib/base/x402/views'
import { type Actor, getOwnSeller } from '../actor'
import { changeShop } from '../audit/own-shop'
import { type ExpectedVersions, refuseOthersChange } from '../content-version'
import { findUpstreamFault } from '../find-upstream-fault'
import { InputRefusedError, parseInput } from '../input-refused-error'
import { routeSuspended } from '../operating/suspensions'
import { noteRemoved, readCovered } from '../passes/shop-passes'
import { findShopTerms, type ShopTerms } from '../payments/payees'
import type { SellersContext } from '../ports'
import { enforceQuota } from '../quotas/quotas'
import { checkRoute } from '../routes/check-route'
import { buildRouteAddress, refusePathTaken } from '../routes/route-address'
import { type RouteSettings, resourceInfoOf, routeSettings } from '../routes/route-input'
import { originOf, signInNetworks, toStoredSettings } from '../routes/route-settings'
import { refuseToSendElsewhere, sealHeaders, type UpstreamInput, writeUpstream } from '../routes/save-content'
import { openSealed, type SealKey } from '../seal'
import { type GatewayInput, gatewayInput, type OperationInput, operationAddress } from './gateway-input'
import { gatewayVersion, getOwnGateway, type OwnGateway } from './gateways'

export const savedGatewayShape = z.object({
  gatewayId: id,
  made: z.number(),
  changed: z.number(),
  archived: z.number(),
})

/** All rows are written in one transaction, so that a service is never sold in part. */
const TRANSACTION_MS = 30_000

/**
 * Sells a service exactly as the input says: new operations get a route, changed ones are updated, and those no longer
 * named are archived. Each is sold at once, except one that its seller has paused. Fails, without any change, with
 * `INPUT_REFUSED`, `GATEWAY_NOT_FOUND`, `ROUTE_PATH_TAKEN`, `QUOTA_REACHED`, `CHANGED_MEANWHILE` where none of the
 * `expected` versions is stored any more, or `ROUTE_CHANGED` where another save came in between.
 * @param gatewayId null for a new one
 */
export async function saveGateway(
  context: SellersContext,
  actor: Actor,
  gatewayId: string | null,
  input: unknown,
  expected: ExpectedVersions = null,
): Promise<z.infer<typeof savedGatewayShape>> {
  const { database, sealKey } = context
  const { id: ownId, handle } = await getOwnSeller(database, actor)
  const parsed = parseInput(gatewayInput, input)
  const before = gatewayId === null ? null : await getOwnGateway(database, actor, gatewayId)
  const shop = await findShopTerms(database, ownId)
  const operations = await prepareOperations(context, parsed, { handle, shop, before })
  return refusePathTaken(
    changeShop(
      context,
      actor,
      async ({ transaction, sellerId, revision, now, record }) => {
        const stored = before && (await getOwnGateway(transaction, actor, before.id))
        if (stored) {
          const current = gatewayVersion(stored)
          await refuseOthersChange(transaction, { sellerId, subject: stored.id, expected, current })
          if (current !== gatewayVersion(before)) throw new DomainError('ROUTE_CHANGED', say('routeChanged'))
        }
        const headers = keptHeaders(sealKey, stored, parsed)
        const id = await writeGateway(transaction, sealKey, { sellerId, stored, input: parsed, headers, now })
        const covered = await readCovered(transaction, sellerId)
        const { timeoutMs, maxBytes } = parsed.upstream
        const moment = { sellerId, gatewayId: id, revision, now, upstream: { headers, timeoutMs, maxBytes } }
        const counts = await writeOperations(context, transaction, operations, stored, moment)
        await noteRemoved(transaction, sellerId, covered)
        const { title, prefix } = parsed
        const after = { title, path: prefix, upstream: originOf(parsed.upstream.url), ...counts }
        await record('gateway.saved', id, { after })
        return { gatewayId: id, ...counts }
      },
      { timeout: TRANSACTION_MS },
    ),
  )
}

type OperationRow = OwnGateway['routes'][number]

/** Kind is part of the place, since a route's kind is fixed: an operation that becomes metered gets a new route. */
const placeOf = ({ method, shape, kind }: Pick<OperationRow, 'method' | 'shape' | 'kind'>) =>
  `${method} ${shape} ${kind}`

type Moment = { sellerId: string; gatewayId: string; revision: number; now: Date }

async function writeOperations(
  { sealKey, limits: { quotas } }: SellersContext,
  transaction: DatabaseTransaction,
  operations: PreparedOperation[],
  stored: OwnGateway | null,
  { upstream: common, ...moment }: Moment & { upstream: Omit<UpstreamInput, 'url'> },
) {
  const { sellerId, gatewayId, revision, now } = moment
  const known = new Map(stored?.routes.map((row) => [placeOf(row), row]))
  const wanted = new Set(operations.map(placeOf))
  const gone = [...known.values()].filter((row) => !wanted.has(placeOf(row)))
  if (stored) await archiveOperations(transaction, { ...stored, routes: gone }, moment)
  const made = operations.filter((one) => !known.has(placeOf(one))).length
  if (made > 0) await enforceQuota(transaction, { sellerId, name: 'routes', quotas, now, more: made })
  let changed = 0
  for (const { upstreamUrl, ...columns } of operations) {
    const row = known.get(placeOf(columns))
    const upstream = { url: upstreamUrl, ...common }
    const data = { ...columns, revision, updatedAt: now }
    if (row && !isSame(row, columns, upstream)) {
      await transaction.storedRoute.update({ where: { id: row.id }, data })
      changed += 1
    }
    const fresh = { ...data, state: 'live' as const, sellerId, gatewayId, createdAt: now }
    const { id } = row ?? (await transaction.storedRoute.create({ data: fresh, select: { id: true } }))
    await writeUpstream(transaction, sealKey, id, upstream)
  }
  return { made, changed, archived: gone.length }
}

const isSame = (row: OperationRow, columns: Omit<PreparedOperation, 'upstreamUrl'>, upstream: UpstreamInput): boolean =>
  row.title === columns.title &&
  row.path === columns.path &&
  row.upstream?.url === upstream.url &&
  row.upstream.timeoutMs === upstream.timeoutMs &&
  isDeepStrictEqual(toStoredSettings(routeSettings.parse(row.settings)), columns.settings)

/** Refuses to archive a suspended route, which keeps its address. */
async function archiveOperations(
  transaction: DatabaseTransaction,
  { seller, routes }: OwnGateway,
  { revision, now }: Pick<Moment, 'revision' | 'now'>,
): Promise<void> {
  const suspended = [seller, ...routes].find(({ suspendedReason }) => suspendedReason)?.suspendedReason
  if (suspended && routes.length > 0) throw routeSuspended(suspended)
  await transaction.storedRoute.updateMany({
    where: { id: { in: routes.map(({ id }) => id) } },
    data: { state: 'archived', shape: null, toolName: null, revision, updatedAt: now, archivedAt: now },
  })
}

function keptHeaders(sealKey: SealKey, stored: OwnGateway | null, { upstream }: GatewayInput): Record<string, string> {
  if (upstream.headers) return upstream.headers
  refuseToSendElsewhere(stored && { ...stored, url: stored.upstreamUrl }, upstream.url)
  if (!stored?.sealedHeaders) return {}
  // Only we seal this value, always from this type.
  return JSON.parse(openSealed(sealKey, stored.id, stored.sealedHeaders)) as Record<string, string>
}

async function writeGateway(
  transaction: DatabaseTransaction,
  sealKey: SealKey,
  change: Pick<Moment, 'sellerId' | 'now'> & {
    stored: OwnGateway | null
    input: GatewayInput
    headers: Record<string, string>
  },
): Promise<string> {
  const { sellerId, stored, input, headers, now } = change
  const { title, prefix, networks } = input
  const { url, timeoutMs, maxBytes } = input.upstream
  const said = { title, prefix, networks, upstreamUrl: url.replace(/\/$/, ''), timeoutMs, maxBytes, updatedAt: now }
  const id =
    stored?.id ??
    (await transaction.gateway.create({ data: { ...said, sellerId, createdAt: now }, select: { id: true } })).id
  // Sealed with the row's id, so only once the row exists.
  await transaction.gateway.update({ where: { id }, data: { ...said, ...sealHeaders(sealKey, id, headers) } })
  return id
}

type PreparedOperation = Awaited<ReturnType<typeof prepareOperations>>[number]
type GatewayShop = { handle: string; shop: ShopTerms; before: OwnGateway | null }

/**
 * Turns each operation into a route, with the settings made for that single route, and checks it against everything
 * that would keep it from being sold. Fails with `INPUT_REFUSED`, which names the operations by number.
 */
async function prepareOperations(context: SellersContext, input: GatewayInput, { handle, shop, before }: GatewayShop) {
  const fields: Record<string, Sentence> = {}
  const base = input.upstream.url.replace(/\/$/, '')
  const fault = /[?#[\]{}]/.test(base) ? say('gatewayParameters') : await findUpstreamFault(context, base)
  if (fault) fields['upstream.url'] = fault
  const stored = new Map(before?.routes.map((row) => [placeOf(row), row]))
  const numbers = new Map<string, number>()
  const prepared = []
  for (const [index, operation] of input.operations.entries()) {
    try {
      const { method, title } = operation
      const place = operationAddress(input.prefix, operation.path)
      if (!place) throw new InputRefusedError({ path: say('pathWholeSegments', { path: '/users/{id}' }) })
      const address = buildRouteAddress(handle, method, place.path)
      const { routeKey, shape } = address
      const other = numbers.get(`${method} ${shape}`)
      if (other !== undefined) throw new InputRefusedError({ path: say('operationTwice', { number: other + 1 }) })
      numbers.set(`${method} ${shape}`, index)
      const wanted = settingsOf(operation, input.networks)
      const kind = wanted.metering ? ('metered_api' as const) : ('api' as const)
      const row = stored.get(placeOf({ method, shape, kind }))
      const settings = row ? keepOwn(wanted, routeSettings.parse(row.settings)) : wanted
      const columns = { kind, title, method, path: place.path, routeKey, shape, settings: toStoredSettings(settings) }
      prepared.push({ ...columns, upstreamUrl: `${base}${place.upstreamPath}` })
      if (settings.access === 'paid')
        await checkRoute(context, { kind, title, settings, address, upstreamUrl: null }, shop)
    } catch (error) {
      if (!(error instanceof InputRefusedError)) throw error
      for (const [name, sentence] of Object.entries(error.faults)) fields[fieldOf(name, index)] = sentence
    }
  }
  if (Object.keys(fields).length > 0) throw new InputRefusedError(fields)
  return prepared
}

/** A field of a route as the gateway's input has it. Settings that only the route has conflict with a streamed answer. */
function fieldOf(name: string, index: number): string {
  if (name === 'price' || name === 'price.networks') return 'networks'
  const own = name === 'price.dollars' ? 'dollars' : /^(isTool|options\.\d+\.scheme)$/.test(name) ? 'isStreaming' : name
  return `operations.${index}.${own}`
}

function settingsOf(operation: OperationInput, networks: string[]): RouteSettings {
  const { access, dollars, metering, discovery } = operation
  const isPaid = access === 'paid'
  return routeSettings.parse({
    ...operation,
    settle: 'after',
    signIn: null,
    networks: [],
    mimeType: operation.mimeType ?? 'application/json',
    discovery: { ...discovery, isListed: isPaid && discovery.isListed },
    price: isPaid && dollars !== undefined ? { dollars, networks } : null,
    metering: isPaid ? metering : null,
  })
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

/** Archives every operation of a gateway, and deletes the gateway and its secret headers; payments stay. */
export async function removeGateway(context: SellersContext, actor: Actor, gatewayId: string): Promise<void> {
  await changeShop(context, actor, async ({ transaction, revision, now, record }) => {
    const gateway = await getOwnGateway(transaction, actor, gatewayId)
    const { title, prefix, routes } = gateway
    await archiveOperations(transaction, gateway, { revision, now })
    await transaction.gateway.delete({ where: { id: gatewayId } })
    await record('gateway.removed', gatewayId, { before: { title, path: prefix, operations: routes.length } })
  })
}
