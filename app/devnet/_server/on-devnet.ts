import { notFound } from '@/lib/base/http/problem'
import { running } from '@/lib/site/compose/running'

type DevnetHandler = (request: Request) => Promise<Response>

/** Wraps handlers that exist only in the demo: elsewhere they answer 404. */
export function onDevnet<T extends Record<string, DevnetHandler>>(route: T): T {
  const guarded = Object.entries(route).map(([method, answer]): [string, DevnetHandler] => [
    method,
    async (request) => (running('site').env.isDemo ? answer(request) : notFound()),
  ])
  return Object.fromEntries(guarded) as T // The same methods, each wrapped.
}
