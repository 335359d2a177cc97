import type { PaymentRequirements, SchemeNetworkClient } from '@x402/core/types'
import { findDefaultAsset, toClientEvmSigner } from '@x402/evm'
import { BatchSettlementEvmScheme, computeChannelId } from '@x402/evm/batch-settlement/client'
import { createPublicClient, type Hex, http } from 'viem'
import { formatAtomic, parseDollars } from '@/lib/base/x402/money'
import { channelReasons } from '@/lib/base/x402/reasons'
import type { SettleResponse } from '@/lib/base/x402/wire'
import { type ClientEvmAccount, paymentSigner } from './evm-wallet'

/** Limit of one deposit. `onSigned` has to count what lies in other channels. */
export type ChannelLimits = { maxDepositDollars: string }

type ChannelOptions = { account: ClientEvmAccount; rpcUrl: string; limits: ChannelLimits }

export type ChannelScheme = SchemeNetworkClient & Pick<BatchSettlementEvmScheme, 'refund'>

/**
 * Pays many small calls through a channel (`batch-settlement`). Keeps no state: it reads the channel's money from the
 * chain, and the seller proves what was charged. A deposit above the limit is refused before it is signed.
 * Where the seller does not know the channel, as after a restore, one other is used instead: no seller gets this payer
 * to put money into a third.
 */
export function createChannelScheme(options: ChannelOptions): ChannelScheme {
  const [first, other] = [schemeOf(options, FIRST_SALT), schemeOf(options, OTHER_SALT)]
  const idOf = (terms: PaymentRequirements) => computeChannelId(first.buildChannelConfig(terms), terms.network)
  const schemeFor = (terms: PaymentRequirements) => (unknownToSeller.has(idOf(terms)) ? other : first)
  return {
    scheme: first.scheme,
    findDefaultAsset: first.findDefaultAsset,
    createPaymentPayload: (version, terms, context) => schemeFor(terms).createPaymentPayload(version, terms, context),
    schemeHooks: {
      async onPaymentResponse(context) {
        const { requirements, paymentRequired } = context
        const scheme = schemeFor(requirements)
        if (paymentRequired?.error !== channelReasons.openedElsewhere || scheme === other) {
          return scheme.schemeHooks.onPaymentResponse?.(context)
        }
        unknownToSeller.add(idOf(requirements))
        return { recovered: true }
      },
    },
    refund: (...args) => refundBoth([() => first.refund(...args), () => other.refund(...args)]),
  }
}

type Refund = () => Promise<SettleResponse>

/**
 * Asks for the rest of both channels with a seller: either may be empty, or its seller may not know it. Returns the sum,
 * with the first transaction of it. Where neither gives anything back, it ends like the first.
 */
export async function refundBoth([first, other]: [Refund, Refund]): Promise<SettleResponse> {
  const [one] = await Promise.allSettled([first()])
  const [two] = await Promise.allSettled([other()])
  const settled = [one, two].flatMap((end) => (end.status === 'fulfilled' && end.value.success ? [end.value] : []))
  const [given, more] = settled
  if (given && more) return { ...given, amount: (digitsOf(given.amount) + digitsOf(more.amount)).toString() }
  if (given) return given
  if (one.status === 'rejected') throw one.reason
  return one.value
}

/** The seller may have written anything: only digits count. */
const digitsOf = (text: unknown): bigint => (/^\d{1,30}$/.test(String(text)) ? BigInt(String(text)) : 0n)

const FIRST_SALT: Hex = `0x${'0'.repeat(64)}`
const OTHER_SALT: Hex = `0x${'0'.repeat(63)}1`

/** Ids of channels, which name their payer. After a restart, a refusal and one more request fill it again. */
const unknownToSeller = new Set<string>()

function schemeOf({ account, rpcUrl, limits }: ChannelOptions, salt: Hex): BatchSettlementEvmScheme {
  const chain = createPublicClient({ transport: http(rpcUrl) })
  const signer = toClientEvmSigner(paymentSigner(account), {
    readContract: (args) => chain.readContract(args as never),
  })
  return new BatchSettlementEvmScheme(signer, {
    salt,
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
 * The SDK silently caps a deposit at this many times the highest price of one payment, even below the seller's minimum.
 * Deposits have their own limit here.
 */
const UNCAPPED = 1_000_000

/** Calls that a deposit pays for when the seller names no number. */
const CALLS_WHEN_UNTOLD = 5n

const announcedMinimum = (extra: Record<string, unknown> | undefined): bigint =>
  /^\d{1,39}$/.test(String(extra?.minDeposit)) ? BigInt(String(extra?.minDeposit)) : 0n

const largest = (one: bigint, other: bigint): bigint => (one > other ? one : other)
const smallest = (one: bigint, other: bigint): bigint => (one < other ? one : other)
