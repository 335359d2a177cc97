import { application } from '@/lib/compose/application'

type RouteAnswer = (request: Request) => Promise<Response>

/** Wraps handlers that exist on local networks only: everywhere else their address is not there. */
export function onDevnet<T extends Record<string, RouteAnswer>>(route: T): T {
  const guarded = Object.entries(route).map(([method, answer]): [string, RouteAnswer] => [
    method,
    async (request) => {
      const { hasDevnet } = await application()
      return hasDevnet ? answer(request) : new Response(null, { status: 404 })
    },
  ])
  return Object.fromEntries(guarded) as T // The same methods, each wrapped.
}
