import { notFound } from '@/lib/base/http/problem'
import { running } from '@/lib/site/compose/running'

type RouteAnswer = (request: Request) => Promise<Response>

/** Wraps handlers that exist only in the demo: elsewhere they answer 404. */
export function onDevnet<T extends Record<string, RouteAnswer>>(route: T): T {
  const guarded = Object.entries(route).map(([method, answer]): [string, RouteAnswer] => [
    method,
    async (request) => (running('site').env.isDemo ? answer(request) : notFound()),
  ])
  return Object.fromEntries(guarded) as T // The same methods, each wrapped.
}
