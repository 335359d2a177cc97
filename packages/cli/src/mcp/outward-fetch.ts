import { safeFetch } from '@/lib/base/infra/safe-fetch'

const MAX_BYTES = 4 * 1024 * 1024
const TIMEOUT_MS = 120_000

/**
 * The fetch of an agent. What an agent asks for may come from a stranger's page, so that hosts which nobody named are
 * reached only on the public internet, never on this machine or its network; and a payment follows no redirect.
 */
export function createOutwardFetch(isNamed: (url: URL) => boolean): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    if (isNamed(new URL(request.url))) return fetch(request, { redirect: 'manual' })
    const { status, headers, body } = await safeFetch(request.url, {
      method: request.method as 'GET', // Those of the tool's schema.
      headers: Object.fromEntries(request.headers),
      ...(request.body && { body: new Uint8Array(await request.arrayBuffer()) }),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      maxRedirects: 0,
    })
    return new Response(WITHOUT_BODY.has(status) ? null : new Uint8Array(body), { status, headers })
  }
}

const WITHOUT_BODY = new Set([204, 205, 304])
