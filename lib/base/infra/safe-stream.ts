import { Readable } from 'node:stream'
import { Agent, request } from 'undici'
import {
  findSafeAddresses,
  flattenHeaders,
  headTimeout,
  parseSafeUrl,
  pinned,
  type SafeFetchOptions,
  safeAgentOptions,
  sentHeaders,
  toFault,
} from './safe-fetch'

export type SafeStreamOptions = Pick<
  SafeFetchOptions,
  'method' | 'headers' | 'body' | 'bodyBytes' | 'uploadMs' | 'allowLoopback' | 'openHosts' | 'resolve'
> & {
  /** Until the head of the answer arrives, besides the time of an upload. */
  timeoutMs: number
  idleMs: number
  lastsMs: number
}

export type SafeStream = {
  status: number
  /** Lower-case names; repeated headers joined by comma. */
  headers: Record<string, string>
  /** Must be read to its end, or cancelled: it holds a connection. */
  body: ReadableStream<Uint8Array>
}

/**
 * Requests an address from outside and passes its body on as it comes. The name is resolved once, each address checked
 * and pinned, as in `safeFetch`. No redirect is followed; a body has limits in time and none in size.
 */
export async function safeStream(address: string, options: SafeStreamOptions): Promise<SafeStream> {
  const url = parseSafeUrl(address)
  const ending = new AbortController()
  const head = setTimeout(() => ending.abort(), options.timeoutMs + (options.uploadMs ?? 0))
  const addresses = await findSafeAddresses(url, options, ending.signal).catch((error: unknown) => {
    clearTimeout(head)
    throw error
  })
  const agent = new Agent({ ...safeAgentOptions(options), connect: { lookup: pinned(addresses) } })
  try {
    const { method = 'GET', body = null, idleMs, lastsMs } = options
    const response = await request(url, {
      ...{ dispatcher: agent, signal: ending.signal, method, body },
      headers: sentHeaders(options),
      headersTimeout: headTimeout(options),
      bodyTimeout: idleMs,
    })
    const lasting = setTimeout(() => ending.abort(), lastsMs)
    response.body.once('close', () => {
      clearTimeout(lasting)
      void agent.destroy()
    })
    return {
      status: response.statusCode,
      headers: flattenHeaders(response.headers),
      body: Readable.toWeb(response.body, { strategy: { highWaterMark: 0 } }) as ReadableStream<Uint8Array>, // Of bytes.
    }
  } catch (error) {
    await agent.destroy()
    throw toFault(error, ending.signal)
  } finally {
    clearTimeout(head)
  }
}
