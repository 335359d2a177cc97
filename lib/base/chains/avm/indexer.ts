import { z } from 'zod'
import { requestNode } from '../bounded-request'
import { DEFAULT_RPC_TIMEOUT_MS, type NetworkConfig } from '../config'
import { RpcUnreachableError } from '../errors'

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
