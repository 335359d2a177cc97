import type { SchemeNetworkClient } from '@x402/core/types'
import type { SettleResponse } from '@/lib/base/x402/wire'
import type { ChannelScheme } from './channel-scheme'
import { isWantedNetwork } from './choose-option'
import type { PayerWallet } from './wallet'

export type RefundOutcome = { kind: 'refunded'; settlement: SettleResponse } | { kind: 'failed'; message: string }

/** Asks the seller of a resource for the rest of the payer's channel, on the first network where there is one. */
export async function refundChannel(
  wallets: PayerWallet[],
  url: string,
  network: string | null,
  send: typeof fetch = fetch,
): Promise<RefundOutcome> {
  const schemes = wallets.flatMap((wallet) =>
    wallet.schemes.filter((scheme) => isWantedNetwork(scheme.network, network)).map(({ client }) => client),
  )
  const failures: string[] = []
  for (const scheme of schemes) {
    if (!paysByChannel(scheme)) continue
    try {
      const settlement = await scheme.refund(url, { fetch: send })
      if (settlement.success === true) return { kind: 'refunded', settlement: withPlainAmount(settlement) }
      failures.push(`Refund failed: ${settlement.errorReason ?? 'the seller gave no reason'}`)
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error))
    }
  }
  return { kind: 'failed', message: failures[0] ?? 'This payer has no channels on that network.' }
}

const paysByChannel = (scheme: SchemeNetworkClient): scheme is ChannelScheme => 'refund' in scheme

/** The seller may have written anything: a malformed amount is left out. */
function withPlainAmount({ amount, ...settlement }: SettleResponse): SettleResponse {
  return typeof amount === 'string' && /^\d{1,30}$/.test(amount) ? { ...settlement, amount } : settlement
}
