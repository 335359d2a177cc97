import { notFound } from '@/lib/base/http/problem'
import { type ProtectedRoute, protect as protectWith } from '@/lib/gate/resource-server/protect'
import type { PaidRoute } from '@/lib/gate/resource-server/route-config'
import { running } from './running'

/** Exports of the route file for one of the demo's goods. Outside the demo, its address answers 404. */
export function demoRoute(key: string): ProtectedRoute {
  let sold: ProtectedRoute | null | undefined
  const find = () => {
    const route = running('site').goods?.routes.find((one) => one.key === key)
    return route ? protect(route) : null
  }
  const answer = (method: keyof ProtectedRoute) => async (request: Request) => {
    sold ??= find()
    return sold ? sold[method](request) : notFound()
  }
  return {
    GET: answer('GET'),
    HEAD: answer('HEAD'),
    POST: answer('POST'),
    PUT: answer('PUT'),
    PATCH: answer('PATCH'),
    DELETE: answer('DELETE'),
    OPTIONS: answer('OPTIONS'),
  }
}

/** Exports of the route file for what a route sells at the site's gate. */
export function protect({ key, config, handler }: PaidRoute): ProtectedRoute {
  return protectWith(
    async () => running('gate').gate,
    key,
    async () => config(running('gate').site),
    handler,
  )
}
