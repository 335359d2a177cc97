import type { PublicClient } from 'viem'
import type { GasPolicy } from '@/lib/base/chains/gas-policy'
import { keepBriefly } from '@/lib/base/infra/coalesce'

export type EvmFees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

/** Current gas price, the most we pay, and how much gas a block holds. Fees in wei. */
export type GasMarket = { baseFee: bigint; fees: EvmFees; ceiling: EvmFees; blockGasLimit: bigint }

const MAX_AGE_MS = 2_000

/** A node keeps the old version of a transaction unless the new one pays at least a tenth more. */
const REPLACEMENT_PERCENT = 125n

/** Without a configured ceiling: this many times the base fee that the middle one of the recent blocks had. */
const CEILING_FACTOR = 10n
const RECENT_BLOCKS = 100
const LOWEST_CEILING = 1_000_000_000n

/** Reads the market at most every two seconds. The fee covers a doubled base fee, up to the ceiling. */
export const createGasMarket = (client: PublicClient, policy: GasPolicy): (() => Promise<GasMarket>) =>
  keepBriefly(() => readGasMarket(client, policy), MAX_AGE_MS)

async function readGasMarket(client: PublicClient, policy: GasPolicy): Promise<GasMarket> {
  const [block, tip, maxFee] = await Promise.all([
    client.getBlock({ blockTag: 'latest', includeTransactions: false }),
    client.estimateMaxPriorityFeePerGas(),
    policy.maxFee ?? readDefaultCeiling(client),
  ])
  const baseFee = block.baseFeePerGas ?? 0n
  const ceiling = { maxFeePerGas: maxFee, maxPriorityFeePerGas: least(policy.maxTip ?? maxFee, maxFee) }
  const wanted = { maxFeePerGas: baseFee * 2n + tip, maxPriorityFeePerGas: tip }
  return { baseFee, fees: within(wanted, ceiling), ceiling, blockGasLimit: block.gasLimit }
}

async function readDefaultCeiling(client: PublicClient): Promise<bigint> {
  const { baseFeePerGas } = await client.getFeeHistory({ blockCount: RECENT_BLOCKS, rewardPercentiles: [] })
  const sorted = [...baseFeePerGas].sort((a, b) => (a < b ? -1 : 1))
  const ceiling = (sorted[sorted.length >> 1] ?? 0n) * CEILING_FACTOR
  return ceiling > LOWEST_CEILING ? ceiling : LOWEST_CEILING
}

export function within(fees: EvmFees, ceiling: EvmFees): EvmFees {
  const maxFeePerGas = least(fees.maxFeePerGas, ceiling.maxFeePerGas)
  const tip = least(fees.maxPriorityFeePerGas, ceiling.maxPriorityFeePerGas)
  return { maxFeePerGas, maxPriorityFeePerGas: least(tip, maxFeePerGas) }
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

export const isWithin = (fees: EvmFees, ceiling: EvmFees): boolean =>
  fees.maxFeePerGas <= ceiling.maxFeePerGas && fees.maxPriorityFeePerGas <= ceiling.maxPriorityFeePerGas

const least = (a: bigint, b: bigint) => (a < b ? a : b)
