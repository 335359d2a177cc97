import { z } from 'zod'
import { assetOf } from '@/lib/base/chains/assets'
import { formatAtomic } from '@/lib/base/x402/money'
import type { SettleResponse } from '@/lib/base/x402/wire'

/** The charge of a payment out of a channel, and the rest there; null for other payments. */
export function findBudget(settlement: SettleResponse | null | undefined): { charged: string; left: string } | null {
  const read = channelSchema.safeParse(settlement?.extra)
  if (!read.success) return null
  const { chargedAmount, channelState } = read.data
  const left = BigInt(channelState.balance) - BigInt(channelState.chargedCumulativeAmount)
  return left < 0n ? null : { charged: chargedAmount, left: left.toString() }
}

const digits = z.string().regex(/^\d{1,78}$/)
const channelSchema = z.object({
  chargedAmount: digits,
  channelState: z.object({ balance: digits, chargedCumulativeAmount: digits }),
})

export function amountLabel(atomic: string, network: string): string {
  const asset = assetOf(network)
  return asset ? `${formatAtomic(BigInt(atomic), asset.decimals)} ${asset.symbol}` : `${atomic} atomic units`
}
