import type { Actor } from '@/lib/shop/sellers/actor'
import { findSeller } from '@/lib/shop/sellers/find-seller'
import { listRoutes } from '@/lib/shop/sellers/routes/list-routes'
import { listSetup, type SetupStep } from '@/lib/site/operations/list-setup'
import type { Application } from './application'
import { readSettings } from './examine'
import { settlesElsewhere } from './settles-elsewhere'

/** How far this site is set up, for one of its operators. */
export async function readSetup(application: Application, actor: Actor): Promise<SetupStep[]> {
  const { env, operations, sellers } = application
  const [settings, watched, shop] = await Promise.all([
    readSettings(application),
    operations.watched(),
    findSeller(sellers, actor),
  ])
  const hasRoute = shop !== null && (await listRoutes(sellers, actor, { states: ['live'], limit: 1 })).routes.length > 0
  return listSetup({
    publicOrigin: env.publicOrigin,
    networks: Object.keys(env.rpcUrls),
    hasOtherFacilitators: settlesElsewhere(env),
    findings: [...settings, ...watched],
    shop: shop && { hasPayee: shop.payees.length > 0, hasRoute },
    isNamed: env.site.isNamed,
    hasContact: env.site.links.some(({ title }) => title === 'Contact'),
  })
}
