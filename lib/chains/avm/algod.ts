import { AlgodClient } from '@algorandfoundation/algokit-utils/algod-client'
import { DEFAULT_RPC_TIMEOUT_MS, type NetworkConfig } from '../config'
import { RpcUnreachableError } from '../errors'

/** Asks the network's algod nodes in turn, each within its time limit. Null stands for the answer "not found". */
export type Algod = <T>(ask: (client: AlgodClient) => Promise<T>) => Promise<T | null>

export function createAlgod(network: string, config: NetworkConfig): Algod {
  const clients = config.rpcUrls.map((baseUrl) => new AlgodClient({ baseUrl, maxRetries: 0 }))
  const timeoutMs = config.rpcTimeoutMs ?? DEFAULT_RPC_TIMEOUT_MS
  return async (ask) => {
    let cause: unknown = new Error('No algod URL is configured.')
    for (const client of clients) {
      try {
        return await withTimeLimit(ask(client), timeoutMs)
      } catch (error) {
        if (isNotFound(error)) return null
        cause = error
      }
    }
    throw new RpcUnreachableError(network, { cause })
  }
}

/** The toolkit's own error class is not exported. */
const isNotFound = (error: unknown) => error instanceof Error && 'status' in error && error.status === 404

async function withTimeLimit<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${timeoutMs} ms.`)), timeoutMs)
  })
  try {
    return await Promise.race([answer, limit])
  } finally {
    clearTimeout(timer)
  }
}
