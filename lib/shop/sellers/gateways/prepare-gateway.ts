import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { findUpstreamFault } from '../find-upstream-fault'
import { type Faults, InputRefusedError } from '../input-refused-error'
import type { ShopTerms } from '../payments/shop-terms'
import type { SellersContext } from '../ports'
import { checkRoute } from '../routes/check-route'
import type { RouteKind } from '../routes/kinds'
import { buildRouteAddress, type RouteAddress } from '../routes/route-address'
import { type RouteSettings, routeSettings } from '../routes/route-input'
import { placeOf, type StoredOperation } from './find-operations'
import type { GatewayInput, OperationInput } from './gateway-input'
import { keepOwn } from './keep-own'
import { operationAddress } from './operation-address'

export type PreparedOperation = {
  kind: Extract<RouteKind, 'api' | 'metered_api'>
  title: string
  method: string
  path: string
  address: RouteAddress
  settings: RouteSettings
  upstreamUrl: string
}

/**
 * Turns each operation into a route, with the settings made for that single route, and checks it against everything
 * that would keep it from being sold. Fails with `INPUT_REFUSED`, which names the operations by number.
 * @param stored the gateway's existing routes, by place
 */
export async function prepareGateway(
  context: SellersContext,
  input: GatewayInput,
  { handle, shop, stored }: Shop & { stored: ReadonlyMap<string, StoredOperation> },
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

type Shop = { handle: string; shop: ShopTerms }

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

type Place = Pick<GatewayInput, 'networks'> & {
  base: string
  address: OperationAddress
  stored: ReadonlyMap<string, StoredOperation>
}

function prepareOperation(operation: OperationInput, { networks, base, address, stored }: Place): PreparedOperation {
  const { method, title, access, dollars, metering, discovery } = operation
  const isPaid = access === 'paid'
  const settings = routeSettings.parse({
    ...operation,
    ...{ settle: 'after', signIn: null, networks: [] },
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
