import { findUpstreamFault } from '../find-upstream-fault'
import { InputRefusedError } from '../input-refused-error'
import type { SellersContext } from '../ports'
import { checkRoute } from '../routes/check-route'
import { buildRouteAddress, type RouteAddress } from '../routes/route-address'
import type { RouteKind, RouteSettings } from '../routes/route-input'
import type { GatewayInput, OperationInput } from './gateway-input'
import { operationAddress } from './operation-address'

/** An operation as a route of the shop. */
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
 * Turns each operation into a route, and holds it against everything that would keep it from being sold. Fails with
 * `INPUT_REFUSED`, which names the operations by their number.
 */
export async function prepareGateway(
  context: SellersContext,
  input: GatewayInput,
  { handle, payees }: { handle: string; payees: ReadonlyMap<string, string> },
): Promise<PreparedOperation[]> {
  const fields: Record<string, string> = {}
  const base = input.upstream.url.replace(/\/$/, '')
  const fault = /[?#[\]{}]/.test(base)
    ? 'Leave out parameters: the path of an operation follows this address.'
    : await findUpstreamFault(context, base)
  if (fault) fields['upstream.url'] = fault
  const seen = new Map<string, number>()
  const prepared: PreparedOperation[] = []
  for (const [index, operation] of input.operations.entries()) {
    const one = prepareOperation(operation, { ...input, base, handle })
    if (!one) {
      fields[`operations.${index}.path`] = 'Write a path such as /users/{id}, with parameters as whole segments.'
      continue
    }
    const place = `${one.method} ${one.address.shape}`
    const other = seen.get(place)
    if (other !== undefined) fields[`operations.${index}.path`] = `Operation ${other + 1} answers there already.`
    seen.set(place, index)
    prepared.push(one)
    Object.assign(fields, await findFaults(context, one, { index, payees }))
  }
  if (Object.keys(fields).length > 0) throw new InputRefusedError(fields)
  return prepared
}

type Place = Pick<GatewayInput, 'prefix' | 'networks'> & { base: string; handle: string }

function prepareOperation(operation: OperationInput, { prefix, networks, base, handle }: Place) {
  const { method, title, access, dollars, metering, query, description } = operation
  const address = operationAddress(prefix, operation.path)
  if (!address) return null
  const isPaid = access === 'paid'
  const settings: RouteSettings = {
    description,
    mimeType: operation.mimeType ?? 'application/json',
    query,
    settle: 'after',
    signIn: null,
    discovery: { ...operation.discovery, isListed: isPaid && operation.discovery.isListed },
    isTool: false,
    price: isPaid && dollars !== undefined ? { dollars, networks, manySmallCalls: false } : null,
    options: [],
    networks: [],
    metering: isPaid ? metering : null,
    access,
    maxUploadBytes: operation.maxUploadBytes,
    isStreaming: operation.isStreaming,
    streamSeconds: operation.streamSeconds,
  }
  return {
    kind: settings.metering ? ('metered_api' as const) : ('api' as const),
    title,
    method,
    path: address.path,
    address: buildRouteAddress(handle, method, address.path),
    settings,
    upstreamUrl: `${base}${address.upstreamPath}`,
  }
}

/** Fields of a route, as the gateway calls them; those of an operation come behind its number. */
const gatewayFields = new Map([
  ['price.networks', 'networks'],
  ['price', 'networks'],
])

async function findFaults(
  context: SellersContext,
  { kind, title, settings, address }: PreparedOperation,
  { index, payees }: { index: number; payees: ReadonlyMap<string, string> },
): Promise<Record<string, string>> {
  if (settings.access !== 'paid') return {}
  try {
    await checkRoute(context, { kind, title, settings, address, upstreamUrl: null }, payees)
    return {}
  } catch (error) {
    if (!(error instanceof InputRefusedError)) throw error
    return Object.fromEntries(
      Object.entries(error.fields).map(([name, message]) => [
        gatewayFields.get(name) ?? `operations.${index}.${name}`,
        message,
      ]),
    )
  }
}
