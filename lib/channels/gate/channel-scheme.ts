import { orReason } from '@/lib/base/chains/errors'
import { parseDollars } from '@/lib/base/x402/money'
import { BATCH_SETTLEMENT, isBudgetPrice, paysByChannel } from '@/lib/base/x402/payment-channel'
import type { PricedOption } from '@/lib/base/x402/payment-option'
import { readChannelPayment } from '@/lib/channels/chain/read-channel'
import type { Gate } from '@/lib/gate/resource-server/gate'
import type { RouteConfig } from '@/lib/gate/resource-server/route-config'
import { endLapsedStreams } from '../ledger/channel-stream'
import { type ClaimLimits, USUAL_CLAIM_LIMITS } from '../ledger/claims'
import { answerChannelPayment } from './answer-channel-payment'
import { answerRepeatedCall } from './answer-repeated-call'
import { authorizationKeyOf } from './channel-call'
import { claimChannels, watchChannels } from './claim-channels'
import { answerStreamQuestion, streamOf } from './continue-stream'

export const channelSchemes = (
  own: Partial<ClaimLimits> = {},
  limits: ClaimLimits = { ...USUAL_CLAIM_LIMITS, ...own },
): Gate['schemes'] => ({
  [BATCH_SETTLEMENT]: {
    answer: (gate, opened, payload, requirements) =>
      answerChannelPayment(gate, opened, { payload, requirements, holdAt: limits }),
    async read(gate, payload, requirements) {
      const payment = await orReason(() => readChannelPayment(payload, requirements))
      if ('reason' in payment) return null
      const call = { payment, payload, requirements }
      return { key: authorizationKeyOf(call), answer: (opened) => answerRepeatedCall(gate, opened, call) }
    },
    offer: offerChannels,
    question(gate, opened) {
      const stream = streamOf(opened)
      return stream === null ? null : answerStreamQuestion(gate, opened, stream)
    },
    finish: ({ database }) => endLapsedStreams(database),
    jobs: (gate) => [
      // A payer who leaves is seen, and claimed from, well within the shortest delay of a withdrawal.
      { name: 'watch channels', intervalMs: 5_000, quietMs: 60_000, run: () => watchChannels(gate) },
      { name: 'claim channels', intervalMs: 5_000, quietMs: 60_000, run: () => claimChannels(gate, limits) },
    ],
  },
})

type Settles = (option: PricedOption) => boolean

/** Many small calls, reading budgets, and metered streams: those are charged for each part before it leaves. */
function offerChannels(config: RouteConfig, isSettled: Settles): PricedOption[] | null {
  const named = [config.accepts].flat()
  if (!config.isStreaming) {
    if (config.manySmallCalls) return [...channelsOf(named, isSettled), ...named]
    return config.offersOnPages ? [...named, ...budgetsOf(named, isSettled)] : null
  }
  const ownChannels = named.filter(paysByChannel)
  return ownChannels.length > 0 ? ownChannels : channelsOf(named, isSettled).map(asStream)
}

const channelsOf = (options: PricedOption[], isSettled: Settles): PricedOption[] =>
  options.map((option): PricedOption => ({ ...option, scheme: BATCH_SETTLEMENT })).filter(isSettled)

/** Each further network makes the header of the 402 longer. */
const MAX_BUDGET_NETWORKS = 3

/** One budget for each network, for a price that is known before. Smaller ones are `manySmallCalls`, if their seller says so. */
function budgetsOf(options: PricedOption[], isSettled: Settles): PricedOption[] {
  const fixed = options.filter(({ scheme, price }) => scheme === 'exact' && isBudgetPrice(parseDollars(price, 6), 6))
  const firstOfEach = [...new Map(fixed.toReversed().map((option) => [option.network, option])).values()].toReversed()
  return channelsOf(firstOfEach, isSettled).slice(0, MAX_BUDGET_NETWORKS)
}

/** One voucher pays for a whole stream with many parts, so even a deposit for a few of them is worth its gas. */
const asStream = (option: PricedOption): PricedOption => ({ ...option, callsPerDeposit: 10 })
