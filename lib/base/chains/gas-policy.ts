import { declareEip2612GasSponsoringExtension } from '@x402/extensions'
import { familyOf } from '@/lib/base/x402/networks'
import type { PaymentRequirements } from '@/lib/base/x402/wire'
import { assetOf } from './assets'

/**
 * Spending limits of our gas wallets on one network. Gas in units, fees and the budget in the network's smallest unit
 * (wei, lamports, microalgos). A family reads its own entries and ignores the others.
 */
export type GasPolicy = typeof cautious

const cautious = {
  /** EVM: a transfer signed by a plain key (EIP-3009), for each that shares a transaction. */
  transferGas: 100_000n,
  /** EVM: a transfer whose payer has code, which runs while its signature is checked. */
  contractGas: 400_000n,
  /** EVM: a transfer through Permit2, exact or upto. */
  permit2Gas: 350_000n,
  /** EVM: the same with the payer's EIP-2612 permit. */
  permitGas: 450_000n,
  /** EVM: a deposit for many calls, by whichever transfer. */
  depositGas: 500_000n,
  /** EVM: each voucher in a claim. */
  claimGas: 100_000n,
  /** EVM: sending a receiver what was claimed for it. */
  settleGas: 200_000n,
  /** EVM: a deposit's refund, with a claim before it. */
  refundGas: 500_000n,
  /** EVM: a transfer that first deploys the payer's wallet by an allowed factory. */
  deploymentGas: 1_200_000n,
  /** EVM: all that shares one transaction. */
  batchGas: 15_000_000n,
  /** EVM: no transaction takes more than this percentage of what a block can hold. */
  blockPercent: 50n,
  /** EVM: the highest fee per gas, in wei; null means ten times the recent base fee, at least one gwei. */
  maxFee: null as bigint | null,
  /** EVM: the part of it that goes to the block's producer; null means as much as the whole. */
  maxTip: null as bigint | null,
  /** Solana: the compute units that a payment may ask for, and what it may offer for each, in micro-lamports. */
  computeUnits: 100_000n,
  computeUnitPrice: 250_000n,
  /** Algorand: the fees of a group that we pay. */
  groupFee: 6_000n,
  /** Limit of one day's costs, in UTC; null for none. */
  dailyBudget: null as bigint | null,
}

export const gasPolicyOf = (configured: Partial<GasPolicy> = {}): GasPolicy => ({ ...cautious, ...configured })

/**
 * The extension of a 402 that lets a payer without gas approve Permit2, by signature (EIP-2612). Empty unless an option
 * is paid through Permit2 in a token that knows such permits.
 */
export function declareGasSponsoring(accepts: readonly PaymentRequirements[]): Record<string, unknown> {
  const isSponsored = accepts.some((option) => isPermit2(option) && knowsPermits(option))
  return isSponsored ? sponsoring : {}
}

/** The SDK's declaration without its schema's descriptions: a third of it, in every challenge. */
const sponsoring = JSON.parse(
  JSON.stringify(declareEip2612GasSponsoringExtension(), function (this: object, key: string, value: unknown) {
    return key === 'description' && 'pattern' in this ? undefined : value
  }),
) as Record<string, unknown> // Its declaration is an object by name.

const isPermit2 = ({ network, extra }: PaymentRequirements) =>
  familyOf(network) === 'evm' && extra?.assetTransferMethod === 'permit2'

function knowsPermits({ network, asset }: PaymentRequirements): boolean {
  const known = assetOf(network)
  return known !== null && known.supportsEip2612 && known.address.toLowerCase() === asset.toLowerCase()
}
