import { findDefaultAsset, toClientEvmSigner } from '@x402/evm'
import { BatchSettlementEvmScheme } from '@x402/evm/batch-settlement/client'
import { createPublicClient, http } from 'viem'
import { formatAtomic, parseDollars } from '@/lib/x402/money'
import type { EvmAccount } from './evm-wallet'

/** A payer's channels: the most that it puts aside at once for one seller. */
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
  const signer = toClientEvmSigner(account, { readContract: (args) => chain.readContract(args as never) })
  return new BatchSettlementEvmScheme(signer, {
    depositStrategy: ({ paymentRequirements, depositAmount }) => {
      const { asset, network } = paymentRequirements
      const decimals = findDefaultAsset(asset, network)?.decimals ?? 6
      if (BigInt(depositAmount) <= parseDollars(limits.maxDepositDollars, decimals)) return depositAmount
      const asked = formatAtomic(BigInt(depositAmount), decimals)
      throw new Error(
        `the seller asks for a deposit of $${asked}, the most to put aside is ${limits.maxDepositDollars}`,
      )
    },
  })
}
