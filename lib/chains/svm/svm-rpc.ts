import {
  createDefaultRpcTransport,
  createSolanaRpcFromTransport,
  isSolanaError,
  type Rpc,
  type RpcTransport,
  SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR,
  type SolanaRpcApi,
} from '@solana/kit'
import { DEFAULT_RPC_TIMEOUT_MS, type NetworkConfig } from '../config'
import { RpcUnreachableError } from '../errors'

export type SvmRpc = Rpc<SolanaRpcApi>

/** An RPC client that tries the network's URLs in turn, each within its time limit, else `RpcUnreachableError`. */
export function createSvmRpc(network: string, config: NetworkConfig): SvmRpc {
  const timeoutMs = config.rpcTimeoutMs ?? DEFAULT_RPC_TIMEOUT_MS
  const transports = config.rpcUrls.map((url) => createDefaultRpcTransport({ url }))
  const transport = (async (request: Parameters<RpcTransport>[0]) => {
    let cause: unknown = new Error('No RPC URL is configured.')
    for (const send of transports) {
      try {
        return await withinTime(timeoutMs, request.signal, (signal) => send({ ...request, signal }))
      } catch (error) {
        if (!isTransportError(error)) throw error
        cause = error
      }
    }
    throw new RpcUnreachableError(network, { cause })
  }) as RpcTransport // The answer's type is the caller's, as in kit's own transports.
  return createSolanaRpcFromTransport(transport)
}

/** Not by `AbortSignal.any`: a time limit that only it refers to is collected as garbage, and never strikes. */
async function withinTime<T>(
  timeoutMs: number,
  outer: AbortSignal | undefined,
  send: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController()
  const stop = () => limit.abort(outer?.reason)
  if (outer?.aborted) stop()
  outer?.addEventListener('abort', stop, { once: true })
  const timer = setTimeout(() => limit.abort(new DOMException('The RPC node was too slow.', 'TimeoutError')), timeoutMs)
  try {
    return await send(limit.signal)
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', stop)
  }
}

/** `fetch` throws TypeError without a connection, DOMException when time is up; no JSON is a SyntaxError. */
function isTransportError(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    error instanceof SyntaxError ||
    error instanceof DOMException ||
    isSolanaError(error, SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR)
  )
}
