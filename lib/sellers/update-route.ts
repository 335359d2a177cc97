import { DomainError } from '@/lib/infra/domain-error'
import { type Actor, changeOwnShop, getOwnSeller } from './actor'
import { recordChange } from './audit/record-change'
import { routeFacts } from './audit/route-facts'
import { checkRoute } from './check-route'
import { findPayees } from './find-payees'
import { getRoute } from './get-route'
import { parseInput } from './input-refused-error'
import type { SellersContext } from './ports'
import { refusePathTaken } from './refuse-path-taken'
import { toolNameOf } from './name-tool'
import { buildRouteAddress } from './route-address'
import { routeInput } from './route-input'
import { toSettings, toStoredSettings } from './to-settings'
import { writeContent } from './write-content'

/**
 * Changes a route; the next 402 shows it. Its kind stays, and once it has been live so does its address, since what
 * buyers own is kept under it: duplicate it instead. Its state is moved by publishing, pausing and archiving.
 */
export async function updateRoute(
  context: SellersContext,
  actor: Actor,
  routeId: string,
  input: unknown,
): Promise<void> {
  const { database, clock, sealKey } = context
  const before = await getRoute(context, actor, routeId)
  const seller = await getOwnSeller(database, actor)
  const parsed = parseInput(routeInput, input)
  const { kind, title, method, path } = parsed
  if (kind !== before.kind) throw new DomainError('ROUTE_KIND_FIXED', 'A route keeps its kind. Make a new route.')
  if (before.state === 'archived') throw new DomainError('ROUTE_ARCHIVED', 'This route is archived. Duplicate it.')
  if ((before.state !== 'draft' || before.suspension) && (method !== before.method || path !== before.path)) {
    throw new DomainError('ROUTE_ADDRESS_FIXED', 'Buyers know this address. Duplicate the route to sell at another.')
  }
  const address = buildRouteAddress(seller.handle, method, path)
  const settings = toSettings(parsed)
  const upstream = 'upstream' in parsed ? parsed.upstream : null
  const sold = { kind, title, settings, ...(upstream ? { upstreamTimeoutMs: upstream.timeoutMs } : {}) }
  const payees = await findPayees(database, seller.id)
  await checkRoute(context, { ...sold, address, upstreamUrl: upstream?.url ?? null }, payees)

  const { routeKey, shape } = address
  await refusePathTaken(
    database.$transaction(async (transaction) => {
      const { id: sellerId, revision } = await changeOwnShop(transaction, actor)
      const changed = await transaction.storedRoute.updateMany({
        where: { id: routeId, sellerId, state: before.state },
        data: {
          title,
          method,
          path,
          routeKey,
          shape,
          toolName: toolNameOf(seller.handle, parsed),
          settings: toStoredSettings(settings),
          revision,
          updatedAt: clock(),
        },
      })
      if (changed.count !== 1) throw new DomainError('ROUTE_CHANGED', 'The route has changed meanwhile. Load it again.')
      await writeContent(transaction, sealKey, routeId, parsed)
      const facts = {
        before: routeFacts({ ...before, upstreamUrl: before.upstream?.url ?? null }),
        after: routeFacts({ ...parsed, settings, upstreamUrl: upstream?.url ?? null }),
      }
      await recordChange(transaction, actor, {
        at: clock(),
        sellerId,
        act: 'route.changed',
        subject: routeId,
        ...facts,
      })
    }),
  )
}
