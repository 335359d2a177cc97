import type { Actor } from '@/lib/shop/sellers/actor'
import { findSeller } from '@/lib/shop/sellers/find-seller'
import { listRoutes } from '@/lib/shop/sellers/routes/list-routes'
import { checkMainnets } from '@/lib/site/operations/doctor/check-mainnets'
import { findPendingMigrations, listMigrations } from '@/lib/site/operations/find-pending-migrations'
import { listSetup, type SetupStep } from '@/lib/site/operations/list-setup'
import type { Application } from './application'
import { settlesElsewhere } from './settles-elsewhere'

/**
 * How far this site is set up, for one of its operators.
 * @param isForwarded a proxy forwarded this request
 */
export async function readSetup(
  { env, database, facilitator, sellers }: Application,
  actor: Actor,
  isForwarded: boolean,
): Promise<SetupStep[]> {
  const [pending, { networks: gas }, shop] = await Promise.all([
    findPendingMigrations(database, listMigrations()),
    facilitator.health(),
    findSeller(sellers, actor),
  ])
  const hasRoute = shop !== null && (await listRoutes(sellers, actor, { states: ['live'], limit: 1 })).routes.length > 0
  return listSetup({
    publicOrigin: env.publicOrigin,
    pendingMigrations: pending.length,
    networks: Object.keys(env.rpcUrls),
    careless: checkMainnets(env).flatMap(({ state, subject, found, fix }) =>
      state === 'warn' ? [`${subject}: ${found}. ${fix}`] : [],
    ),
    hasOtherFacilitators: settlesElsewhere(env),
    gas,
    shop: shop && { hasPayee: shop.payees.length > 0, hasRoute },
    isNamed: env.site.isNamed,
    hasContact: env.site.links.some(({ title }) => title === 'Contact'),
    isProxyUntold: isForwarded && env.trustedProxies === 0,
  })
}
