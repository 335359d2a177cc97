import { type Address, formatLog, type Hex, type Log, numberToHex, type PublicClient } from 'viem'
import { readEvm } from './evm-client'

/** Blocks per request: what public endpoints still answer. */
const CHUNK_BLOCKS = 2_000n

export type LogSearch = {
  client: PublicClient
  network: string
  address: Address
  /** Per topic position: the value, any of several, or null for all. */
  topics: (Hex | Hex[] | null)[]
  newestBlock: bigint
  maxBlocks: number
  /** No event can be older; blocks before it are not searched. */
  notBefore: Date | null
}

/**
 * Goes through matching events from the newest backwards, until `decide` makes something of one.
 * Null when the range is exhausted. Throws `RpcUnreachableError`.
 */
export async function searchLogsBackwards<T>(
  search: LogSearch,
  decide: (log: Log<bigint, number, false>) => Promise<T | null>,
): Promise<T | null> {
  const oldest = atLeastZero(search.newestBlock - BigInt(search.maxBlocks))
  for (let to = search.newestBlock; to >= oldest; to -= CHUNK_BLOCKS) {
    const from = to - CHUNK_BLOCKS + 1n > oldest ? to - CHUNK_BLOCKS + 1n : oldest
    for (const log of (await readChunk(search, from, to)).reverse()) {
      const decision = await decide(log)
      if (decision !== null) return decision
    }
    if (await isOlderThanNeeded(search, from)) return null
  }
  return null
}

async function readChunk(search: LogSearch, from: bigint, to: bigint): Promise<Log<bigint, number, false>[]> {
  const { client, network, address, topics } = search
  const filter = { address, topics, fromBlock: numberToHex(from), toBlock: numberToHex(to) }
  const logs = await readEvm(network, () => client.request({ method: 'eth_getLogs', params: [filter] }))
  return logs.map((log) => formatLog(log) as Log<bigint, number, false>) // Logs of a block range are never pending.
}

async function isOlderThanNeeded({ client, network, notBefore }: LogSearch, blockNumber: bigint): Promise<boolean> {
  if (!notBefore || blockNumber === 0n) return blockNumber === 0n
  const { timestamp } = await readEvm(network, () => client.getBlock({ blockNumber }))
  return Number(timestamp) * 1_000 < notBefore.getTime()
}

const atLeastZero = (value: bigint) => (value > 0n ? value : 0n)
