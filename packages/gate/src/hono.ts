import type { SellEach } from './sell-each'
import type { HonoContext, HonoHandler } from './turnpike'

/** The price as a middleware of Hono. */
export function honoHandler(sell: SellEach): HonoHandler {
  return async (context, next) => {
    let isProduced = false
    const set = context.set as (key: string, value: unknown) => void // Its keys are the seller's types.
    const response = await sell(await requestOf(context), context.req.routePath, async (request, paid) => {
      isProduced = true
      context.req.raw = request
      set('turnpike', paid)
      await next()
      return context.res ?? new Response(null, { status: 404 })
    })
    // Hono adds the headers of the answer before to the next one: right for those of other middleware, wrong for content.
    if (isProduced) context.res = undefined
    context.res = response
  }
}

/** The request with its body, also where a middleware before has read it. */
async function requestOf({ req }: HonoContext): Promise<Request> {
  const { raw } = req
  if (!raw.bodyUsed) return raw
  const { url, method, headers, signal } = raw
  return new Request(url, { method, headers, signal, body: await req.arrayBuffer() })
}
