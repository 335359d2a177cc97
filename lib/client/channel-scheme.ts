import { findDefaultAsset, toClientEvmSigner } from '@x402/evm'
import { BatchSettlementEvmScheme } from '@x402/evm/batch-settlement/client'
import { createPublicClient, http } from 'viem'
import { formatAtomic, parseDollars } from '@/lib/x402/money'
import { type EvmAccount, paymentSigner } from './evm-wallet'

/** A payer's channels: the most that it puts aside at once. What lies in other channels `onSigned` has to count. */
export type ChannelLimits = { maxDepositDollars: string }

/**
 * Pays many small calls out of a channel (`batch-settlement`). Keeps nothing: what lies in a channel it reads from the
 * chain, and what was charged the seller proves. A deposit above the limit is refused before it is signed.
 */
export function createChannelScheme(options: {
  account: EvmAccount
  rpcUrl: string
  limits: ChannelLimits
}): BatchSettlementEvmScheme {
  const { account, rpcUrl, limits } = options
  const chain = createPublicClient({ transport: http(rpcUrl) })
  const signer = toClientEvmSigner(paymentSigner(account), {
    readContract: (args) => chain.readContract(args as never),
  })
  return new BatchSettlementEvmScheme(signer, {
    depositPolicy: { depositMultiplier: UNCAPPED },
    depositStrategy: ({ paymentRequirements, requestAmount, minimumDepositAmount }) => {
      const { asset, network, extra } = paymentRequirements
      const decimals = findDefaultAsset(asset, network)?.decimals ?? 6
      const limit = parseDollars(limits.maxDepositDollars, decimals)
      const call = BigInt(requestAmount)
      const announced = announcedMinimum(extra)
      const least = largest(BigInt(minimumDepositAmount), announced)
      if (least > limit) {
        const asked = `the seller asks for a deposit of $${formatAtomic(least, decimals)}`
        throw new Error(`${asked}, the most to put aside is ${limits.maxDepositDollars}`)
      }
      const wanted = announced >= call ? least : largest(least, call * CALLS_WHEN_UNTOLD)
      return smallest(limit, wanted)
    },
  })
}

/**
 * The SDK holds a deposit down to that many times the most that one payment may cost, without a word, also below what
 * the seller takes. What may be put aside is a limit of its own here.
 */
const UNCAPPED = 1_000_000

/** How many calls a deposit is for when the seller does not say. */
const CALLS_WHEN_UNTOLD = 5n

const announcedMinimum = (extra: Record<string, unknown> | undefined): bigint =>
  /^\d{1,39}$/.test(String(extra?.minDeposit)) ? BigInt(String(extra?.minDeposit)) : 0n

const largest = (one: bigint, other: bigint): bigint => (one > other ? one : other)
const smallest = (one: bigint, other: bigint): bigint => (one < other ? one : other)
