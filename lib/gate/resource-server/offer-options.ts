import { parseDollars } from '@/lib/base/x402/money'
import { BATCH_SETTLEMENT, isBudgetPrice, paysByChannel } from '@/lib/base/x402/payment-channel'
import type { PricedOption } from '@/lib/base/x402/payment-option'
import type { Supported } from '@/lib/base/x402/wire'
import type { RouteConfig } from './route-config'

/**
 * The ways to pay that a route offers, out of those that it names, `exact` first on each network: clients that know no
 * other scheme take the first option. A metered stream is sold only through channels, where each part is charged before
 * it leaves. May be empty.
 */
export function offerOptions(config: RouteConfig, supported: Supported): PricedOption[] {
  return exactFirst(chooseOptions(config, supported))
}

function chooseOptions(config: RouteConfig, supported: Supported): PricedOption[] {
  const named = Array.isArray(config.accepts) ? config.accepts : [config.accepts]
  if (!config.isStreaming) {
    if (config.manySmallCalls) return [...channelsOf(named, supported), ...named]
    return config.takesBudgets ? [...named, ...budgetsOf(named, supported)] : named
  }
  const ownChannels = named.filter(paysByChannel)
  return ownChannels.length > 0 ? ownChannels : channelsOf(named, supported).map(asStream)
}

/** The networks keep their places. */
function exactFirst(options: PricedOption[]): PricedOption[] {
  const isExact = ({ scheme }: PricedOption) => scheme === 'exact'
  const ordered = [...options.filter(isExact), ...options.filter((option) => !isExact(option))]
  return options.flatMap(({ network }) => {
    const index = ordered.findIndex((option) => option.network === network)
    return ordered.splice(index, 1)
  })
}

const channelsOf = (options: PricedOption[], supported: Supported): PricedOption[] =>
  options
    .map((option): PricedOption => ({ ...option, scheme: BATCH_SETTLEMENT }))
    .filter((option) => isSettled(option, supported))

/** Each further network makes the header of the 402 longer. */
const MAX_BUDGET_NETWORKS = 3

/** One budget for each network, for a price that is known before. Smaller ones are `manySmallCalls`, if their seller says so. */
function budgetsOf(options: PricedOption[], supported: Supported): PricedOption[] {
  const fixed = options.filter(({ scheme, price }) => scheme === 'exact' && isBudgetPrice(parseDollars(price, 6), 6))
  const firstOfEach = [...new Map(fixed.toReversed().map((option) => [option.network, option])).values()].toReversed()
  return channelsOf(firstOfEach, supported).slice(0, MAX_BUDGET_NETWORKS)
}

/** One voucher pays for a whole stream with many parts, so even a deposit for a few of them is worth its gas. */
const asStream = (option: PricedOption): PricedOption => ({ ...option, callsPerDeposit: 10 })

export const isSettled = (
  { scheme, network }: Pick<PricedOption, 'scheme' | 'network'>,
  { kinds }: Supported,
): boolean => kinds.some((kind) => kind.scheme === scheme && kind.network === network)
