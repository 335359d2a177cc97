import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { id } from '@/lib/base/x402/views'
import { type Actor, getOwnSeller } from '../actor'
import { changeShop, type LockedShop } from '../audit/own-shop'
import { type ExpectedVersions, refuseOthersChange } from '../content-version'
import { findUpstreamFault } from '../find-upstream-fault'
import { InputRefusedError, parseInput } from '../input-refused-error'
import { routeSuspended } from '../operating/suspensions'
import { noteRemoved, readCovered } from '../passes/shop-passes'
import { findShopTerms, type ShopTerms } from '../payments/payees'
import type { SellersContext } from '../ports'
import { enforceQuota } from '../quotas/quotas'
import { checkRoute } from '../routes/check-route'
import { archivedAt } from '../routes/move-route'
import { buildRouteAddress, refusePathTaken } from '../routes/route-address'
import { type RouteSettings, resourceInfoOf, routeSettings } from '../routes/route-input'
import { originOf, toStoredSettings } from '../routes/route-settings'
import { openHeaders, refuseToSendElsewhere, sealHeaders, writeContent } from '../routes/save-content'
import { insertRoute, type PlannedRoute, planRoute, replaceRoute } from '../routes/write-route'
import type { SealKey } from '../seal'
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
  const { upstream } = parsed
  const server = { ...upstream, url: upstream.url.replace(/\/$/, ''), headers: keptHeaders(sealKey, before, parsed) }
  const terms = await findShopTerms(database, ownId)
  const operations = await prepareOperations(context, { ...parsed, upstream: server }, { handle, terms, before })
  return refusePathTaken(
    changeShop(
      context,
      actor,
      async (shop) => {
        const { transaction, sellerId, now, record } = shop
        const stored = before && (await getOwnGateway(transaction, actor, before.id))
        if (stored) {
          const current = gatewayVersion(stored)
          await refuseOthersChange(transaction, { sellerId, subject: stored.id, expected, current })
          if (current !== gatewayVersion(before)) throw new DomainError('ROUTE_CHANGED', say('routeChanged'))
          if (!upstream.headers) refuseToSendElsewhere({ ...stored, url: stored.upstreamUrl }, upstream.url)
        }
        const { title, prefix, networks } = parsed
        const { url: upstreamUrl, headers, timeoutMs, maxBytes } = server
        const said = { title, prefix, networks, upstreamUrl, timeoutMs, maxBytes, updatedAt: now }
        const row = { ...said, sellerId, createdAt: now }
        const { id } = stored ?? (await transaction.gateway.create({ data: row, select: { id: true } }))
        // Sealed with the row's id, so only once the row exists.
        await transaction.gateway.update({ where: { id }, data: { ...said, ...sealHeaders(sealKey, id, headers) } })
        const covered = await readCovered(transaction, sellerId)
        const counts = await writeOperations(context, shop, operations, { stored, gatewayId: id })
        await noteRemoved(transaction, sellerId, covered)
        await record('gateway.saved', id, {
          after: { title, path: prefix, upstream: originOf(upstreamUrl), ...counts },
        })
        return { gatewayId: id, ...counts }
      },
      { timeout: TRANSACTION_MS },
    ),
  )
}

type StoredOperation = OwnGateway['routes'][number]

/** Kind is part of the place, since a route's kind is fixed: an operation that becomes metered gets a new route. */
const placeOf = ({ method, shape, kind }: Pick<StoredOperation, 'method' | 'shape' | 'kind'>) =>
  `${method} ${shape} ${kind}`

async function writeOperations(
  context: SellersContext,
  shop: LockedShop,
  operations: PlannedRoute[],
  { stored, gatewayId }: { stored: OwnGateway | null; gatewayId: string },
) {
  const { transaction, sellerId, now } = shop
  const known = new Map(stored?.routes.map((row) => [placeOf(row), row]))
  const wanted = new Set(operations.map(({ columns }) => placeOf(columns)))
  const gone = [...known.values()].filter((row) => !wanted.has(placeOf(row)))
  if (stored) await archiveOperations({ ...stored, routes: gone }, shop)
  const made = operations.filter(({ columns }) => !known.has(placeOf(columns))).length
  const { quotas } = context.limits
  if (made > 0) await enforceQuota(transaction, { sellerId, name: 'routes', quotas, now, more: made })
  let changed = 0
  for (const operation of operations) {
    const row = known.get(placeOf(operation.columns))
    if (!row) await insertRoute(context, shop, operation, { state: 'live', gatewayId })
    else if (isSame(row, operation)) {
      // Its server's secret headers may be others.
      await writeContent(transaction, context.sealKey, { sellerId, routeId: row.id, now }, operation.input)
    } else {
      await replaceRoute(context, shop, row, operation)
      changed += 1
    }
  }
  return { made, changed, archived: gone.length }
}

const isSame = (row: StoredOperation, { columns, input, upstreamUrl }: PlannedRoute): boolean =>
  row.title === columns.title &&
  row.path === columns.path &&
  row.upstream?.url === upstreamUrl &&
  'upstream' in input &&
  row.upstream.timeoutMs === input.upstream.timeoutMs &&
  isDeepStrictEqual(toStoredSettings(routeSettings.parse(row.settings)), columns.settings)

/** Refuses to archive a suspended route, which keeps its address. */
async function archiveOperations(
  { seller, routes }: OwnGateway,
  { transaction, revision, now }: LockedShop,
): Promise<void> {
  const suspended = [seller, ...routes].find(({ suspendedReason }) => suspendedReason)?.suspendedReason
  if (suspended && routes.length > 0) throw routeSuspended(suspended)
  await transaction.storedRoute.updateMany({
    where: { id: { in: routes.map(({ id }) => id) } },
    data: { ...archivedAt(now), revision, updatedAt: now },
  })
}

function keptHeaders(sealKey: SealKey, stored: OwnGateway | null, { upstream }: GatewayInput): Record<string, string> {
  if (upstream.headers) return upstream.headers
  return stored ? openHeaders(sealKey, stored.id, stored.sealedHeaders) : {}
}

type GatewayShop = { handle: string; terms: ShopTerms; before: OwnGateway | null }

/**
 * Plans each operation as the route that it is, and checks it against everything that would keep it from being sold.
 * Fails with `INPUT_REFUSED`, which names the operations by number.
 */
async function prepareOperations(context: SellersContext, input: GatewayInput, { handle, terms, before }: GatewayShop) {
  const fields: Record<string, Sentence> = {}
  const base = input.upstream.url
  const fault = /[?#[\]{}]/.test(base) ? say('gatewayParameters') : await findUpstreamFault(context, base)
  if (fault) fields['upstream.url'] = fault
  const stored = new Map(before?.routes.map((row) => [placeOf(row), routeSettings.parse(row.settings)]))
  const numbers = new Map<string, number>()
  const planned: PlannedRoute[] = []
  for (const [index, operation] of input.operations.entries()) {
    try {
      const { method, access } = operation
      const place = operationAddress(input.prefix, operation.path)
      if (!place) throw new InputRefusedError({ path: say('pathWholeSegments', { path: '/users/{id}' }) })
      const { shape } = buildRouteAddress(handle, method, place.path)
      const other = numbers.get(`${method} ${shape}`)
      if (other !== undefined) throw new InputRefusedError({ path: say('operationTwice', { number: other + 1 }) })
      numbers.set(`${method} ${shape}`, index)
      const kind = operation.metering && access === 'paid' ? 'metered_api' : 'api'
      const before = stored.get(placeOf({ method, shape, kind })) ?? null
      const upstream = { ...input.upstream, url: `${base}${place.upstreamPath}` }
      const route = { ...routeOf(operation, input.networks, before), path: place.path, upstream }
      const plan = planRoute(handle, route, { access, before })
      planned.push(plan)
      // The server is the same for all, and checked above.
      if (access === 'paid') await checkRoute(context, { ...plan, upstreamUrl: null }, terms)
    } catch (error) {
      if (!(error instanceof InputRefusedError)) throw error
      for (const [name, sentence] of Object.entries(error.faults)) fields[fieldOf(name, index)] = sentence
    }
  }
  if (Object.keys(fields).length > 0) throw new InputRefusedError(fields)
  return planned
}

/** A field of a route as the gateway's input has it. Settings that only the route has conflict with a streamed answer. */
function fieldOf(name: string, index: number): string {
  if (name === 'price' || name === 'price.networks') return 'networks'
  const own = name === 'price.dollars' ? 'dollars' : /^(isTool|options\.\d+\.scheme)$/.test(name) ? 'isStreaming' : name
  return `operations.${index}.${own}`
}

/** An operation as the input of its route, with what only the single route says as it is stored. */
function routeOf(operation: OperationInput, networks: string[], own: RouteSettings | null) {
  const { access, dollars, metering, discovery, ...said } = operation
  const isPaid = access === 'paid'
  const { settle = 'after', signIn = null, isTool = false } = own ?? {}
  const common = {
    ...said,
    state: 'live' as const,
    settle,
    signIn,
    isTool,
    discovery: { ...discovery, isListed: isPaid && discovery.isListed, ...(own && resourceInfoOf(own.discovery)) },
    ...(isPaid && dollars !== undefined && pricesOf({ dollars, networks, isMetered: metering !== null }, own)),
  }
  return isPaid && metering
    ? { ...common, kind: 'metered_api' as const, metering }
    : { ...common, kind: 'api' as const }
}

/** A route's several prices stay while the gateway names their highest and sells on their networks. */
function pricesOf(
  { isMetered, ...price }: { dollars: string; networks: string[]; isMetered: boolean },
  own: RouteSettings | null,
) {
  const options = own?.options ?? []
  const isAsBefore =
    price.dollars === own?.price?.dollars &&
    own.price.networks.every((network) => price.networks.includes(network)) &&
    (isMetered || options.every(({ scheme }) => scheme === 'exact'))
  if (isAsBefore && options.length > 0) return { options }
  return { price: { ...price, manySmallCalls: own?.price?.manySmallCalls ?? false } }
}

/** Archives every operation of a gateway, and deletes the gateway and its secret headers; payments stay. */
export async function removeGateway(context: SellersContext, actor: Actor, gatewayId: string): Promise<void> {
  await changeShop(context, actor, async (shop) => {
    const { transaction, record } = shop
    const gateway = await getOwnGateway(transaction, actor, gatewayId)
    const { title, prefix, routes } = gateway
    await archiveOperations(gateway, shop)
    await transaction.gateway.delete({ where: { id: gatewayId } })
    await record('gateway.removed', gatewayId, { before: { title, path: prefix, operations: routes.length } })
  })
}
