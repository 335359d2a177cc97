import type { Database } from '@/lib/base/infra/database'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { signInChains } from '@/lib/base/x402/sign-in'
import type { PassSettings } from './pass-settings'

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
  const [had, has] = [before, after].map(({ callsPerDay }) => callsPerDay ?? Number.POSITIVE_INFINITY) as [
    number,
    number,
  ]
  return {
    ...(has < had && { 'pass.callsPerDay': say('passWorsened') }),
    ...(before.keepsRead && !after.keepsRead && { 'pass.keepsRead': say('passWorsened') }),
  }
}
