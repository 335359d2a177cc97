import { z } from 'zod'
import type { DatabaseTransaction } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { isUuid } from '@/lib/base/infra/identifiers'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { id } from '@/lib/base/x402/views'
import { type Actor, changeOwnShop, getOwnSeller } from '../actor'
import { recordChange } from '../audit/changes'
import { type ExpectedVersions, refuseOthersChange } from '../content-version'
import { findUpstreamFault } from '../find-upstream-fault'
import { type Faults, InputRefusedError, parseInput } from '../input-refused-error'
import { noteRemoved, readCovered } from '../passes/shop-passes'
import { findShopTerms, type ShopTerms } from '../payments/payees'
import type { SellersContext } from '../ports'
import { checkRoute } from '../routes/check-route'
import { buildRouteAddress, type RouteAddress, refusePathTaken } from '../routes/route-address'
import { routeSettings } from '../routes/route-input'
import { originOf } from '../routes/route-settings'
import { sealHeaders } from '../routes/save-content'
import { openSealed, type SealKey } from '../seal'
import { type GatewayInput, gatewayInput, type OperationInput, operationAddress } from './gateway-input'
import { gatewayVersion } from './gateways'
import {
  findOperations,
  keepOwn,
  operationCounts,
  type PreparedOperation,
  placeOf,
  type StoredOperation,
  writeOperations,
} from './operations'

export const savedGatewayShape = z.object({ gatewayId: id }).merge(operationCounts)

/** All rows are written in one transaction, so that a service is never sold in part. */
const TRANSACTION_MS = 30_000

/**
 * Sells a service exactly as the input says: new operations get a route, changed ones are updated, and those no longer
 * named are archived. Each is sold at once, except one that its seller has paused. Fails, without any change, with
 * `INPUT_REFUSED`, `GATEWAY_NOT_FOUND`, `ROUTE_PATH_TAKEN`, `ROUTE_CHANGED`, `QUOTA_REACHED`, or `CHANGED_MEANWHILE`
 * where none of the `expected` versions is stored any more.
 * @param gatewayId null for a new one
 */
export async function saveGateway(
  context: SellersContext,
  actor: Actor,
  gatewayId: string | null,
  input: unknown,
  expected: ExpectedVersions = null,
): Promise<z.infer<typeof savedGatewayShape>> {
  const { database, clock, sealKey, limits } = context
  const { id: ownId, handle } = await getOwnSeller(database, actor)
  const parsed = parseInput(gatewayInput, input)
  const shop = await findShopTerms(database, ownId)
  const isKnown = gatewayId !== null && isUuid(gatewayId)
  const stored = isKnown
    ? await findOperations(database, { sellerId: ownId, gatewayId })
    : new Map<string, StoredOperation>()
  const operations = await prepareGateway(context, parsed, { handle, shop, stored })
  return refusePathTaken(
    database.$transaction(
      async (transaction) => {
        const { id: sellerId, revision } = await changeOwnShop(transaction, actor)
        const [now, before] = [clock(), await findOwn(transaction, sellerId, gatewayId)]
        if (before) {
          const known = await findOperations(transaction, { sellerId, gatewayId: before.id })
          const current = gatewayVersion(before, known.values())
          await refuseOthersChange(transaction, { sellerId, subject: before.id, expected, current })
        }
        const headers = keptHeaders(sealKey, before, parsed)
        const id = await writeGateway(transaction, sealKey, { sellerId, before, input: parsed, headers, now })
        const { timeoutMs, maxBytes } = parsed.upstream
        const covered = await readCovered(transaction, sellerId)
        const counts = await writeOperations(transaction, {
          sealKey,
          operations,
          sellerId,
          gatewayId: id,
          revision,
          now,
          quotas: limits.quotas,
          upstream: { headers, timeoutMs, maxBytes },
        })
        await noteRemoved(transaction, sellerId, covered)
        const { title, prefix } = parsed
        const after = { title, path: prefix, upstream: originOf(parsed.upstream.url), ...counts }
        await recordChange(transaction, actor, { at: now, sellerId, act: 'gateway.saved', subject: id, after })
        return { gatewayId: id, ...counts }
      },
      { timeout: TRANSACTION_MS },
    ),
  )
}

async function findOwn(transaction: DatabaseTransaction, sellerId: string, gatewayId: string | null) {
  if (gatewayId === null) return null
  const found = isUuid(gatewayId) ? await transaction.gateway.findFirst({ where: { id: gatewayId, sellerId } }) : null
  if (!found) throw new DomainError('GATEWAY_NOT_FOUND', say('gatewayUnknown'))
  return found
}

type StoredGateway = NonNullable<Awaited<ReturnType<typeof findOwn>>>

/** Secret headers belong to one server: another one gets them only when they are typed again. */
function keptHeaders(
  sealKey: SealKey,
  before: StoredGateway | null,
  { upstream }: GatewayInput,
): Record<string, string> {
  if (upstream.headers) return upstream.headers
  if (!before?.sealedHeaders) return {}
  if (originOf(before.upstreamUrl) !== originOf(upstream.url)) {
    const names = before.headerNames.join(', ')
    throw new InputRefusedError({ 'upstream.headers': say('upstreamMoved', { names }) })
  }
  // Only we seal this value, always from this type.
  return JSON.parse(openSealed(sealKey, before.id, before.sealedHeaders)) as Record<string, string>
}

async function writeGateway(
  transaction: DatabaseTransaction,
  sealKey: SealKey,
  change: {
    sellerId: string
    before: StoredGateway | null
    input: GatewayInput
    headers: Record<string, string>
    now: Date
  },
): Promise<string> {
  const { sellerId, before, input, headers, now } = change
  const { title, prefix, networks } = input
  const { url, timeoutMs, maxBytes } = input.upstream
  const said = { title, prefix, networks, upstreamUrl: url.replace(/\/$/, ''), timeoutMs, maxBytes, updatedAt: now }
  const id =
    before?.id ??
    (await transaction.gateway.create({ data: { ...said, sellerId, createdAt: now }, select: { id: true } })).id
  // Sealed with the row's id, so only once the row exists.
  await transaction.gateway.update({ where: { id }, data: { ...said, ...sealHeaders(sealKey, id, headers) } })
  return id
}

/**
 * Turns each operation into a route, with the settings made for that single route, and checks it against everything
 * that would keep it from being sold. Fails with `INPUT_REFUSED`, which names the operations by number.
 * @param stored the gateway's existing routes, by place
 */
async function prepareGateway(
  context: SellersContext,
  input: GatewayInput,
  { handle, shop, stored }: GatewayShop & { stored: ReadonlyMap<string, StoredOperation> },
): Promise<PreparedOperation[]> {
  const fields: Record<string, Sentence> = {}
  const base = input.upstream.url.replace(/\/$/, '')
  const fault = /[?#[\]{}]/.test(base) ? say('gatewayParameters') : await findUpstreamFault(context, base)
  if (fault) fields['upstream.url'] = fault
  const seen = new Map<string, number>()
  const prepared: PreparedOperation[] = []
  for (const [index, operation] of input.operations.entries()) {
    const address = addressOf(operation, { ...input, handle })
    if ('fault' in address) {
      fields[`operations.${index}.path`] = address.fault
      continue
    }
    const one = prepareOperation(operation, { ...input, base, address, stored })
    const place = `${one.method} ${one.address.shape}`
    const other = seen.get(place)
    if (other !== undefined) fields[`operations.${index}.path`] = say('operationTwice', { number: other + 1 })
    seen.set(place, index)
    prepared.push(one)
    Object.assign(fields, await findFaults(context, one, { index, shop }))
  }
  if (Object.keys(fields).length > 0) throw new InputRefusedError(fields)
  return prepared
}

type GatewayShop = { handle: string; shop: ShopTerms }

type OperationAddress = { path: string; upstreamPath: string; route: RouteAddress }

/** The address at which an operation is sold, or why it cannot be sold there. */
function addressOf(
  { method, path }: OperationInput,
  { prefix, handle }: { prefix: string; handle: string },
): OperationAddress | { fault: Sentence } {
  const address = operationAddress(prefix, path)
  if (!address) return { fault: say('pathWholeSegments', { path: '/users/{id}' }) }
  try {
    return { ...address, route: buildRouteAddress(handle, method, address.path) }
  } catch (error) {
    if (error instanceof InputRefusedError) return { fault: error.faults.path ?? say('plain', { text: error.message }) }
    throw error
  }
}

type OperationPlace = Pick<GatewayInput, 'networks'> & {
  base: string
  address: OperationAddress
  stored: ReadonlyMap<string, StoredOperation>
}

function prepareOperation(
  operation: OperationInput,
  { networks, base, address, stored }: OperationPlace,
): PreparedOperation {
  const { method, title, access, dollars, metering, discovery } = operation
  const isPaid = access === 'paid'
  const settings = routeSettings.parse({
    ...operation,
    settle: 'after',
    signIn: null,
    networks: [],
    mimeType: operation.mimeType ?? 'application/json',
    discovery: { ...discovery, isListed: isPaid && discovery.isListed },
    price: isPaid && dollars !== undefined ? { dollars, networks } : null,
    metering: isPaid ? metering : null,
  })
  const kind = settings.metering ? 'metered_api' : 'api'
  const row = stored.get(placeOf(method, address.route.shape, kind))
  return {
    kind,
    title,
    method,
    path: address.path,
    address: address.route,
    settings: row ? keepOwn(settings, routeSettings.parse(row.settings)) : settings,
    upstreamUrl: `${base}${address.upstreamPath}`,
  }
}

/** Maps fields of a route to the gateway's fields; those of an operation follow its number. */
const gatewayFields = new Map([
  ['price.networks', 'networks'],
  ['price', 'networks'],
])

const operationFields = new Map([['price.dollars', 'dollars']])

/** Settings that a gateway does not have: if a route keeps them, only a streamed answer can conflict with them. */
const keptFields = /^(isTool|options\.\d+\.scheme)$/

async function findFaults(
  context: SellersContext,
  { kind, title, settings, address }: PreparedOperation,
  { index, shop }: { index: number; shop: ShopTerms },
): Promise<Faults> {
  if (settings.access !== 'paid') return {}
  try {
    await checkRoute(context, { kind, title, settings, address, upstreamUrl: null }, shop)
    return {}
  } catch (error) {
    if (!(error instanceof InputRefusedError)) throw error
    return Object.fromEntries(
      Object.entries(error.faults).map(([name, fault]) => [
        gatewayFields.get(name) ??
          `operations.${index}.${operationFields.get(name) ?? (keptFields.test(name) ? 'isStreaming' : name)}`,
        fault,
      ]),
    )
  }
}

/** Archives every operation of a gateway, and deletes the gateway and its secret headers; payments stay. */
export async function removeGateway(context: SellersContext, actor: Actor, gatewayId: string): Promise<void> {
  const { database, clock, sealKey, limits } = context
  await database.$transaction(async (transaction) => {
    const { id: sellerId, revision } = await changeOwnShop(transaction, actor)
    const found = isUuid(gatewayId) ? await transaction.gateway.findFirst({ where: { id: gatewayId, sellerId } }) : null
    if (!found) throw new DomainError('GATEWAY_NOT_FOUND', say('gatewayUnknown'))
    const now = clock()
    const { title, prefix, timeoutMs, maxBytes } = found
    const { archived } = await writeOperations(transaction, {
      sealKey,
      operations: [],
      sellerId,
      gatewayId,
      revision,
      now,
      quotas: limits.quotas,
      upstream: { headers: {}, timeoutMs, maxBytes },
    })
    await transaction.gateway.delete({ where: { id: gatewayId } })
    const before = { title, path: prefix, operations: archived }
    await recordChange(transaction, actor, { at: now, sellerId, act: 'gateway.removed', subject: gatewayId, before })
  })
}
