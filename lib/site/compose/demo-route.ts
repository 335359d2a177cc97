import { notFound } from '@/lib/base/http/problem'
import { eachMethod, type ProtectedRoute, protect as protectWith } from '@/lib/gate/resource-server/protect'
import type { PaidRoute } from '@/lib/gate/resource-server/route-config'
import { running } from './running'

/** The handlers of one of the demo's goods, lib/site/demo/goods.ts. Outside the demo, its address answers 404. */
export function demoRoute(key: string): ProtectedRoute {
  let sold: ProtectedRoute | null | undefined
  const find = () => {
    const route = running('site').goods?.routes.find((one) => one.key === key)
    return route ? protect(route) : null
  }
  return eachMethod((method) => async (request) => {
    sold ??= find()
    return sold ? sold[method](request) : notFound()
  })
}

/** The handlers of what a route sells at the site's gate. */
export function protect({ key, config, handler }: PaidRoute): ProtectedRoute {
  return protectWith(
    async () => running('gate').gate,
    key,
    async () => config(running('gate').site),
    handler,
  )
}
