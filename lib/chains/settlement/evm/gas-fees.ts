import type { PublicClient } from 'viem'
import type { EvmFees } from '../../evm/gas-wallet'

const FEES_MAX_AGE_MS = 2_000

/** A node keeps the old version of a transaction unless the new one pays at least a tenth more. */
const REPLACEMENT_PERCENT = 125n

/** Current fees, read at most every two seconds. The maximum covers a doubled base fee. */
export function createGasFees(client: PublicClient): () => Promise<EvmFees> {
  let fees: { read: Promise<EvmFees>; at: number } | null = null
  return () => {
    const now = performance.now()
    if (fees && now - fees.at < FEES_MAX_AGE_MS) return fees.read
    const read = readGasFees(client)
    fees = { read, at: now }
    read.catch(() => {
      fees = null
    })
    return read
  }
}

async function readGasFees(client: PublicClient): Promise<EvmFees> {
  const [block, maxPriorityFeePerGas] = await Promise.all([
    client.getBlock({ blockTag: 'latest', includeTransactions: false }),
    client.estimateMaxPriorityFeePerGas(),
  ])
  return { maxFeePerGas: (block.baseFeePerGas ?? 0n) * 2n + maxPriorityFeePerGas, maxPriorityFeePerGas }
}

/** Fees that replace an earlier version: a quarter above it, and not below what the chain asks now. */
export function raisedFees(earlier: EvmFees, current: EvmFees): EvmFees {
  const raise = (old: bigint, now: bigint) => {
    const raised = (old * REPLACEMENT_PERCENT) / 100n + 1n
    return raised > now ? raised : now
  }
  const maxPriorityFeePerGas = raise(earlier.maxPriorityFeePerGas, current.maxPriorityFeePerGas)
  const maxFeePerGas = raise(earlier.maxFeePerGas, current.maxFeePerGas)
  return {
    maxPriorityFeePerGas,
    maxFeePerGas: maxFeePerGas > maxPriorityFeePerGas ? maxFeePerGas : maxPriorityFeePerGas,
  }
}
