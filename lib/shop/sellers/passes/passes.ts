import { z } from 'zod'
import { type Database, sql } from '@/lib/base/infra/database'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { signInChains } from '@/lib/base/x402/sign-in'
import { id, routeState } from '@/lib/base/x402/views'
import { passFigures, sumPasses } from '@/lib/payments/payment-sql'
import { type Actor, getOwnSeller, shopOf } from '../actor'
import type { SellersContext } from '../ports'
import type { PassSettings } from './shop-passes'

export type PassScopes = Awaited<ReturnType<typeof listScopes>>

/** More than anyone ticks one by one; a tag or a gateway covers any number. */
const MAX_GOODS = 200

export async function listScopes({ database }: SellersContext, actor: Actor) {
  const { id: sellerId } = await getOwnSeller(database, actor)
  const [routes, tagged, gateways] = await Promise.all([
    database.storedRoute.findMany({
      where: { sellerId, gatewayId: null, state: { not: 'archived' }, kind: { notIn: ['pass', 'sign_in'] } },
      select: { id: true, title: true },
      orderBy: { id: 'desc' },
      take: MAX_GOODS,
    }),
    database.rows<{ tag: string }>(sql`
      SELECT DISTINCT tag FROM stored_routes, jsonb_array_elements_text(coalesce(settings->'discovery'->'tags', '[]')) AS tag
      WHERE seller_id = ${sellerId}::uuid AND state <> 'archived' AND kind <> 'pass' ORDER BY tag LIMIT 100`),
    database.gateway.findMany({ where: { sellerId }, select: { id: true, title: true }, orderBy: { id: 'asc' } }),
  ])
  return {
    goods: routes.map(({ id: routeId, title }) => ({ routeId, title })),
    tags: tagged.map(({ tag }) => tag),
    gateways: gateways.map(({ id: gatewayId, title }) => ({ gatewayId, title })),
  }
}

export const passFiguresShape = z.object({ routeId: id, title: z.string(), state: routeState }).merge(passFigures)
type ShopPassFigures = z.infer<typeof passFiguresShape>

/** How the passes of the actor's shop that are or were sold are held and used, newest first. */
export async function listPassFigures({ database }: SellersContext, actor: Actor): Promise<ShopPassFigures[]> {
  const routes = await database.storedRoute.findMany({
    where: { kind: 'pass', seller: shopOf(actor), state: { not: 'draft' } },
    select: { id: true, title: true, state: true, routeKey: true },
    orderBy: { id: 'desc' },
  })
  const sums = await sumPasses(
    database,
    routes.map(({ id: passId, routeKey }) => ({ passId, routeKey })),
  )
  return routes.flatMap(({ id: routeId, title, state }) => {
    const sum = sums.get(routeId)
    return sum ? [{ routeId, title, state, ...sum }] : []
  })
}

type PassToCheck = { pass: PassSettings; method: string; path: string; networks: readonly string[] }

/** The faults that keep a pass from being sold, by field, such as a part of a shop that is not the shop's own. */
export async function findPassFaults(
  database: Database,
  sellerId: string,
  { pass: { scope }, method, path, networks }: PassToCheck,
): Promise<Record<string, Sentence>> {
  const faults: Record<string, Sentence> = {}
  if (method !== 'GET') faults.method = say('passMethod')
  if (/[[*]/.test(path)) faults.path = say('passPath')
  // A payer who cannot sign in could open nothing with it.
  const cannotOpen = networks.some((network) => signInChains([network]).length === 0)
  if (cannotOpen) faults['price.networks'] = say('chooseSignInNetwork')
  if (scope.kind === 'routes' && !(await areOwn(database, sellerId, scope.routeIds)))
    faults['pass.scope.routeIds'] = say('passRoutesOwn')
  if (scope.kind === 'gateway' && (await database.gateway.count({ where: { id: scope.gatewayId, sellerId } })) === 0)
    faults['pass.scope.gatewayId'] = say('gatewayUnknown')
  return faults
}

async function areOwn(database: Database, sellerId: string, routeIds: string[]): Promise<boolean> {
  const own = { sellerId, id: { in: routeIds }, kind: { notIn: ['pass' as const, 'sign_in' as const] } }
  return (await database.storedRoute.count({ where: own })) === new Set(routeIds).size
}

/** Terms that buyers have paid for may only get better. What else changes holds for purchases from then on. */
export function findWorsened(before: PassSettings, after: PassSettings): Record<string, Sentence> {
  const callsOf = ({ callsPerDay }: PassSettings) => callsPerDay ?? Number.POSITIVE_INFINITY
  return {
    ...(callsOf(after) < callsOf(before) && { 'pass.callsPerDay': say('passWorsened') }),
    ...(before.keepsRead && !after.keepsRead && { 'pass.keepsRead': say('passWorsened') }),
  }
}
