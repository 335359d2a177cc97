import type { PaidRoute } from '@/lib/gate/resource-server/paid-route'
import { type ProtectedRoute, protect as protectWith } from '@/lib/gate/resource-server/protect'
import { running } from './running'

/** Exports of a paid route's file: `export const { GET, HEAD, … } = protect(weatherRoute)`. */
export function protect({ key, config, handler }: PaidRoute): ProtectedRoute {
  return protectWith(
    async () => running('gate').gate,
    key,
    async () => config(running('gate').site),
    handler,
  )
}
