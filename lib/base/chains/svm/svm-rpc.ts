import { createSolanaRpcFromTransport, type Rpc, type RpcTransport, type SolanaRpcApi } from '@solana/kit'
import { parseJsonWithBigInts, stringifyJsonWithBigInts } from '@solana/rpc-spec-types'
import { isSuccess, requestNode } from '../bounded-request'
import { DEFAULT_RPC_TIMEOUT_MS, type NetworkConfig } from '../config'
import { RpcUnreachableError } from '../errors'

export type SvmRpc = Rpc<SolanaRpcApi>

/** An RPC client that tries the network's URLs in turn, each within its time limit, else `RpcUnreachableError`. */
export function createSvmRpc(network: string, config: NetworkConfig): SvmRpc {
  const timeoutMs = config.rpcTimeoutMs ?? DEFAULT_RPC_TIMEOUT_MS
  const transport = (async (request: Parameters<RpcTransport>[0]) => {
    let cause: unknown = new Error('No RPC URL is configured.')
    for (const url of config.rpcUrls) {
      try {
        return await send(url, request, timeoutMs)
      } catch (error) {
        if (!isTransportError(error)) throw error
        cause = error
      }
    }
    throw new RpcUnreachableError(network, { cause })
  }) as RpcTransport // The answer's type is the caller's, as in kit's own transports.
  return createSolanaRpcFromTransport(transport)
}

/** Sends like kit's own transport, but bounded. */
async function send(
  url: string,
  { payload, signal }: Parameters<RpcTransport>[0],
  timeoutMs: number,
): Promise<unknown> {
  const order = { method: 'POST', headers: jsonHeaders, body: stringifyJsonWithBigInts(payload), signal } as const
  const { status, body } = await requestNode(url, order, { timeoutMs })
  if (!isSuccess(status)) throw new TypeError(`The RPC node answered ${status}.`)
  return parseJsonWithBigInts(body.toString())
}

const jsonHeaders = { accept: 'application/json', 'content-type': 'application/json; charset=utf-8' }

/** TypeError is thrown without a connection, DOMException when time is up; no JSON is a SyntaxError. */
const isTransportError = (error: unknown) =>
  error instanceof TypeError || error instanceof SyntaxError || error instanceof DOMException
