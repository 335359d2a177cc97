import { AlgodApi, type BaseHttpRequest } from '@algorandfoundation/algokit-utils/algod-client'
import { parseJson } from '@algorandfoundation/algokit-utils/common'
import type { FacilitatorAvmSigner } from '@x402/avm'
import { z } from 'zod'
import { isSuccess, requestNode } from '../bounded-request'
import { DEFAULT_RPC_TIMEOUT_MS, type NetworkConfig } from '../config'
import { RpcUnreachableError } from '../errors'

/** Asks the network's algod nodes in turn, each within its time limit. Null stands for the answer "not found". */
export type Algod = <T>(ask: (client: AlgodApi) => Promise<T>) => Promise<T | null>

export function createAlgod(network: string, config: NetworkConfig): Algod {
  const timeoutMs = config.rpcTimeoutMs ?? DEFAULT_RPC_TIMEOUT_MS
  const clients = config.rpcUrls.map((baseUrl) => new AlgodApi(boundedRequests(baseUrl, timeoutMs)))
  return async (ask) => {
    let cause: unknown = new Error('No algod URL is configured.')
    for (const client of clients) {
      try {
        return await ask(client)
      } catch (error) {
        if (error instanceof AlgodError && error.status === 404) return null
        cause = error
      }
    }
    throw new RpcUnreachableError(network, { cause })
  }
}

export class AlgodError extends Error {
  constructor(
    readonly status: number,
    text: string,
  ) {
    super(`The node answered ${status}: ${text.slice(0, 500)}`)
    this.name = 'AlgodError'
  }
}

/** Replaces the toolkit client's own requests, which have no limit of time or size. */
function boundedRequests(baseUrl: string, timeoutMs: number): BaseHttpRequest {
  return {
    config: { baseUrl },
    async request<T>({ method, url, path = {}, query = {}, headers, body }: ApiRequest): Promise<T> {
      const target = new URL(withValues(url, path), baseUrl)
      for (const [name, value] of Object.entries(query))
        if (value !== undefined) target.searchParams.set(name, `${value}`)
      const order = { method, ...(headers && { headers }), body: body instanceof Uint8Array ? body : null }
      const answer = await requestNode(target, order, { timeoutMs })
      if (!isSuccess(answer.status)) throw new AlgodError(answer.status, answer.body.toString())
      const isJson = answer.contentType.includes('application/json')
      // The caller's own decoder checks what it is.
      return (isJson ? parseJson(answer.body.toString()) : Uint8Array.from(answer.body)) as T
    },
  }
}

type ApiRequest = Parameters<BaseHttpRequest['request']>[0]

const withValues = (url: string, values: NonNullable<ApiRequest['path']>) =>
  Object.entries(values).reduce((path, [name, value]) => path.replace(`{${name}}`, encodeURIComponent(`${value}`)), url)

/** The SDK's signer with simulations by our own client: its own reads answers of any size, for any time. */
export const boundedAvmSigner = (signer: FacilitatorAvmSigner, algod: Algod): FacilitatorAvmSigner => ({
  ...signer,
  simulateTransactions: async (group, network) => {
    const answer = await algod((client) => client.simulateRawTransactions(group))
    if (answer === null) throw new RpcUnreachableError(network)
    return answer
  },
})

/** Reads of an Algorand indexer, which keeps all rounds. Throws `RpcUnreachableError`. */
export type Indexer = {
  readRound(): Promise<bigint>
  hasTransaction(id: string): Promise<boolean>
}

const health = z.object({ round: z.number().int().nonnegative() })
const lookup = z.object({ transaction: z.object({ id: z.string(), 'confirmed-round': z.number().int().positive() }) })

/** Null without an indexer URL. */
export function createIndexer(network: string, { indexerUrl, rpcTimeoutMs }: NetworkConfig): Indexer | null {
  if (indexerUrl === undefined) return null
  const timeoutMs = rpcTimeoutMs ?? DEFAULT_RPC_TIMEOUT_MS
  const ask = async <T>(path: string, shape: z.ZodType<T>): Promise<T | null> => {
    try {
      const answer = await requestNode(new URL(path, indexerUrl), {}, { timeoutMs })
      if (answer.status === 404) return null
      return shape.parse(JSON.parse(answer.body.toString()))
    } catch (cause) {
      throw new RpcUnreachableError(network, { cause })
    }
  }
  return {
    async readRound() {
      const known = await ask('/health', health)
      if (known === null) throw new RpcUnreachableError(network)
      return BigInt(known.round)
    },
    hasTransaction: async (id) => (await ask(`/v2/transactions/${id}`, lookup))?.transaction.id === id,
  }
}
